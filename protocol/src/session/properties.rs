//! What holds for every conversation.

use proptest::collection::vec;
use proptest::prelude::*;
use tianyuan_player::{Answer, Mark, Report, Verdict};
use tianyuan_rules::Point;
use tianyuan_rules::opening::Act;

use super::*;

/// Lines that make something happen, and pieces to make others from.
const LINES: &[&str] = &[
    "START 15",
    "START 5",
    "start 20 20",
    "RECTSTART 9,9",
    "RECTSTART 3,4",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 0,0",
    "TURN 2 2",
    "TURN 99,-1",
    "BOARD",
    "DONE",
    "done",
    "7,7,1",
    "8,8,2",
    "3,3,3",
    "1,1",
    "BOARD 7,7,1 8,8,2 DONE",
    "INFO rule 4",
    "INFO rule 99",
    "INFO timeout_turn 0",
    "INFO timeout_turn 500",
    "INFO time_left -1",
    "INFO max_memory 1",
    "INFO thread_num 9",
    "INFO folder x y",
    "INFO evaluate 3,3",
    "INFO",
    "TAKEBACK 7,7",
    "PLAY 4,4",
    "STOP",
    "YXSTOP",
    "ABOUT",
    "SWAP2BOARD",
    "RIFSTEP1",
    "RIFSTEP5",
    "SHOWFORBID",
    "yxbalancetwo 5",
    "yxboard",
    "yxhashdump",
    "yxnbest 2",
    "YXSEARCHDEFEND",
    "yxshowinfo",
    "yxshowforbid",
    "yxblock",
    "yxblockpath 1,1 2,2 done",
    "yxforbid add 1 1 0",
    "yxhashclear",
    "yxshowhashusage",
    "yxdraw",
    "yxresign",
    "yxprintfeature",
    "yxquerydatabaseall",
    "INFO show_detail 7",
    "INFO pondering 1",
    "INFO caution_factor 5",
    "INFO game_type 3",
    "\u{feff}START 15",
    "FOO",
    "\u{5929}\u{5143}",
    "",
];

fn line() -> impl Strategy<Value = Event> {
    let known = proptest::sample::select(LINES).prop_map(|line| line.as_bytes().to_vec());
    let mutated =
        (known.clone(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(mut line, at, byte)| {
            if !line.is_empty() {
                let at = at.index(line.len());
                line[at] = byte;
            }
            line
        });
    let noise = vec(any::<u8>(), 0..40);
    prop_oneof![8 => known, 2 => mutated, 1 => noise].prop_map(Event::Line)
}

fn report(point: Point) -> Event {
    let (line, lines, depth, selective_depth, nodes) = (0, 1, 1, 2, 3);
    let (elapsed, verdict) = (Duration::ZERO, Verdict::estimate(0));
    Event::Report(Report { line, lines, depth, selective_depth, nodes, elapsed, verdict, pv: vec![point] })
}

fn event() -> impl Strategy<Value = Event> {
    let point = (0..22_usize, 0..22_usize).prop_map(|(col, row)| Point::new(col, row).unwrap());
    let answer = prop_oneof![point.clone().prop_map(Answer::Move), Just(Answer::NoMove)];
    prop_oneof![
        12 => line(),
        1 => point.clone().prop_map(report),
        1 => point.prop_map(|point| Event::Mark(Mark::Loses(point))),
        1 => Just(Event::Told(vec!["told".into()])),
        1 => prop_oneof![Just(Act::Swap), Just(Act::Stay), Just(Act::Pass)].prop_map(|act| Event::Decided(vec![act])),
        3 => answer.prop_map(Event::Finished),
        2 => Just(Event::Tick),
    ]
}

/// The rules of a conversation, checked effect by effect.
#[derive(Default)]
struct Referee {
    asked: bool,
    pondering: bool,
    exited: bool,
    n_questions: usize,
    n_moves: usize,
    n_played: usize,
}

impl Referee {
    fn check(&mut self, effect: &Effect) {
        assert!(!self.exited, "{effect:?} after the end");
        match effect {
            Effect::Think(job) => {
                assert!(!self.asked && !self.pondering, "two questions at once");
                assert!(job.position.empty_points().next().is_some());
                self.asked = true;
                self.n_questions += 1;
            }
            Effect::Configure(settings) => {
                assert!(!self.asked, "configured while thinking");
                assert!((1..=4).contains(&settings.threads) && settings.table_bytes >= 1 << 20);
            }
            Effect::Ponder(_) => {
                assert!(!self.asked && !self.pondering, "ponders while thinking");
                self.pondering = true;
            }
            Effect::Prepare(_) | Effect::Forget | Effect::Chore(_) => {
                assert!(!self.asked && !self.pondering, "{effect:?} while thinking");
            }
            Effect::Interrupt => {
                assert!(self.asked || self.pondering, "{effect:?} while idle");
                self.pondering = false;
            }
            Effect::NewLimits(_) => assert!(self.asked, "{effect:?} while idle"),
            Effect::Write(reply) => self.check_reply(reply),
            Effect::Exit => self.exited = true,
        }
    }

    fn check_reply(&mut self, reply: &Reply) {
        let text = reply.to_string();
        assert!(!text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{text:?}");
        match reply {
            Reply::Message(_) | Reply::Info(_) => {}
            Reply::Move(_) | Reply::Moves(..) | Reply::Swap if self.asked => {
                self.asked = false;
                self.n_moves += 1;
            }
            // The answer to PLAY has the form of a move.
            Reply::Move(_) => self.n_played += 1,
            _ => assert!(!self.asked, "{text} while a move is owed"),
        }
    }
}

fn session() -> Session {
    Session::new(About { name: "T".into(), ..About::default() }, 4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_upsets_a_session(events in vec((event(), 0..60_u64), 0..120)) {
        let (mut session, mut referee) = (session(), Referee::default());
        let mut now = Moment::default();
        for (event, pause) in events {
            now = now + Duration::from_millis(pause);
            // Whatever the player answers, it ponders no more.
            referee.pondering &= !matches!(event, Event::Finished(_));
            for effect in session.handle(event, now) {
                referee.check(&effect);
            }
            prop_assert_eq!(session.is_thinking(), referee.asked && !referee.exited);
            prop_assert_eq!(session.is_pondering(), referee.pondering);
            prop_assert!(session.wake_at().is_none() || session.is_thinking());
        }
        prop_assert_eq!(referee.n_questions, referee.n_moves + usize::from(referee.asked));
    }

    /// Whenever the player answers, the replies are those of the commands one after the other. Words to a database are
    /// not among them: they are answered at once.
    #[test]
    fn every_command_has_its_answer_in_order(steps in vec((step(), any::<bool>()), 0..60)) {
        let mut session = session();
        let mut expected: Vec<&str> = Vec::new();
        let mut said = Vec::new();
        for ((lines, answers), player_answers) in steps {
            expected.extend(answers);
            for line in lines {
                hear(&mut session, Event::Line(line.as_bytes().to_vec()), &mut said);
            }
            if player_answers {
                hear(&mut session, Event::Finished(Answer::NoMove), &mut said);
            }
        }
        while session.is_thinking() {
            hear(&mut session, Event::Finished(Answer::NoMove), &mut said);
        }
        prop_assert_eq!(said, expected);
    }
}

/// Lines that can be said at any time, and the kinds of their answers.
type Step = (&'static [&'static str], &'static [&'static str]);

const STEPS: &[Step] = &[
    (&["START 15"], &["ok"]),
    (&["START 20", "BEGIN"], &["ok", "move"]),
    (&["START 5", "INFO rule 4", "TURN 2,2"], &["ok", "move"]),
    (&["START 3"], &["error"]),
    (&["BOARD", "2,2,1", "3,3,2", "DONE"], &["move"]),
    (&["BOARD", "2,2,1", "x", "DONE"], &["error"]),
    (&["BOARD 1,1,3 DONE", "STOP"], &["move"]),
    (&["START 15", "RESTART"], &["ok", "ok"]),
    (&["START 7", "PLAY 1,1", "TAKEBACK 1,1"], &["ok", "move", "ok"]),
    (&["INFO timeout_turn 0", "INFO rule 1"], &[]),
    (&["INFO timeout_turn 700", "STOP", "YXSTOP"], &[]),
    (&["ABOUT"], &["about"]),
    (&["START 15", "SWAP2BOARD", "1,1", "2,2", "3,3", "DONE"], &["ok", "moves"]),
    (&["START 15", "SWAP2BOARD", "1,1", "2,2", "DONE"], &["ok", "error"]),
    (&["START 15", "yxbalancetwo 0"], &["ok", "moves"]),
    (&["PROTOCOLVERSION"], &["version"]),
    (&["SHOWFORBID", "1,1,1", "DONE"], &["forbid"]),
    (&["yxboard", "1,1,1", "done", "yxshowforbid"], &["forbid"]),
    (&["yxshowinfo"], &["message", "message"]),
    (&["START 15", "yxnbest 3"], &["ok", "move"]),
    (&["START 15", "yxsearchdefend"], &["ok", "message", "message", "move"]),
    (&["yxblock", "1,1", "done", "yxblockundo", "1,1", "done", "yxblockreset"], &[]),
    (&["yxblockpath", "1,1", "2,2", "done", "yxblockpathreset"], &[]),
    (&["yxforbid add 1 1 0", "yxforbid del 1 1 0"], &[]),
    (&["yxdraw"], &["message"]),
    (&["yxhashdump", "BEGIN"], &[]),
    (&["INFO pondering 1"], &[]),
];

fn step() -> impl Strategy<Value = Step> {
    proptest::sample::select(STEPS)
}

fn hear(session: &mut Session, event: Event, said: &mut Vec<&'static str>) {
    for effect in session.handle(event, Moment::default()) {
        if let Effect::Chore(_) = effect {
            hear(session, Event::Told(Vec::new()), said);
        } else if let Effect::Write(reply) = effect {
            said.push(match reply {
                Reply::Ok => "ok",
                Reply::Move(_) => "move",
                Reply::Message(_) => "message",
                Reply::Error(_) => "error",
                Reply::Unknown(_) => "unknown",
                Reply::About(_) => "about",
                Reply::Info(_) => "info",
                Reply::Forbidden(_) | Reply::ForbiddenMoves(_) => "forbid",
                Reply::Moves(..) | Reply::Swap => "moves",
                Reply::Version(..) => "version",
            });
        }
    }
}

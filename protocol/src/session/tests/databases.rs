//! Words to the database that Yixin-Board keeps by the engine: there is none, and nothing is disturbed by them.

use super::*;

fn board() -> Talk {
    Talk::after(&["info show_detail 0", "yxshowinfo", "START 15 15", "INFO timeout_turn 10000"])
}

#[test]
fn a_database_is_an_empty_one() {
    let mut talk = board();
    assert_eq!(
        talk.send_all(&["yxquerydatabaseallt", "7,7", "done"]),
        ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE", "MESSAGE DATABASE TEXT \"\""]
    );
    assert!(talk.send_all(&["yxeditlabeldatabase 7,7 text", "7,7", "done"]).is_empty());
    assert_eq!(talk.session.position().order().len(), 0);
}

/// With its database on, which is how it is set at first, Yixin-Board asks it right behind every question.
#[test]
fn a_database_disturbs_nobody() {
    let mut talk = board();
    talk.send_all(&["INFO pondering 1", "start 15", "turn 7,7"]);
    talk.forget_words();
    let shown = ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"];
    assert_eq!(talk.send_all(&["yxquerydatabaseall", "7,7", "done"]), shown, "at once");
    assert_eq!(talk.send_all(&["yxdbtopos", "begin"]).len(), 1);
    assert!(talk.session.is_thinking() && talk.other.is_empty(), "{:?}", talk.other);
    assert_eq!(talk.answer("h9"), ["6,7"]);
    assert!(talk.session.is_pondering());
    assert_eq!(talk.send_all(&["yxquerydatabaseall", "7,7", "6,7", "done"]), shown);
    assert!(talk.session.is_pondering());
    talk.send_all(&["turn 6,8", "yxquerydatabaseall", "7,7"]);
    talk.answer("j9");
    assert!(talk.session.is_pondering(), "the answer comes in the middle of a block");
}

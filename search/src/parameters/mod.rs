//! The numbers of the search, each declared once, with its range and the step by which tuning tries it.
//!
//! Values are in units of the evaluation, depths in plies. What stands here holds for rules without numbers of their own;
//! those that have some ([`Parameters::of_rule`]) have them in a file that `tianyuan train params` has written.
//!
//! Margins, reductions, the count cut, the extension and the fours at leaves come from 760 steps of simultaneous
//! perturbation (SPSA) of all of them together, four games a step at 20,000 nodes a move, freestyle and renju in
//! turn; the bonuses of ordering from 1,620 steps together with the numbers of the evaluation. By hand no way was
//! found. With the numbers before: fewer moves before the count cut 125-156-1 (wins, losses, draws), larger reductions
//! 127-156-3, fewer fours at leaves 120-119-1, singular extensions 99-100-1, delaying fours a ply less deep 133-158-1,
//! no extension of answers to a straight four 64-98, a table that keeps the depth before the reduction of step 9
//! 234-234-2. With the numbers now: a table asked before the classes of points 148-150-2 at 60 ms; reductions by the
//! distance to the best ordering score, histories of answers to the last two moves and a ply less at nodes expected
//! to be cut whose estimate lies far above beta, the three together, 117-115-2.
//!
//! Tried since, at 40,000 nodes, half in freestyle and half in renju: singular extensions, double and negative ones and
//! multicut with them 102-135-3; a null move from depth 7 on 125-111-4; a ply less once alpha has risen 125-115-0;
//! reduced answers to a straight four 127-108-5; plain fours a ply less deep 167-152-1; a ply more or less when a reduced
//! move comes out well or barely well 121-116-3; reductions where the estimate lies above beta 122-115-3, by the
//! distance to the best ordering score 111-127-2; an estimate corrected by what nodes after the same last move came to
//! 158-159-3. All of these but the first and the last, and the numbers here with them, after about 1,400 steps of SPSA at
//! 40,000 nodes: 413-381-6 in four kinds of games at as many nodes, 95-99-6 at 150,000, and so left out. A win by threats
//! looked for at the root in 4 % of the time 103-95-2 at 0.1 s; the same and a proof that the best move of an iteration
//! loses to one, both in 5 % of the time, 91-98-7 at 0.2 s.

mod text;

use std::sync::OnceLock;

use tianyuan_rules::Rule;

pub use text::ParametersError;

/// The first iteration with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: u32 = 4;
/// Reductions begin at this depth.
pub(crate) const REDUCTION_DEPTH: i32 = 2;
/// Positions that the search by fours of each thread remembers.
pub(crate) const FOUR_MEMORY: usize = 1 << 14;
/// Fours and nodes of the search by fours at the root.
pub(crate) const ROOT_FOURS: (u32, u64) = (41, 20_000);
/// The greatest history score.
pub(crate) const HISTORY_LIMIT: i32 = 8_192;

/// A number of the search as tuning sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in files.
    pub name: &'static str,
    /// What it is where nothing else is said.
    pub default: i32,
    /// The least that makes sense.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// How far tuning goes to either side to see a difference.
    pub step: i32,
}

/// The numbers of rules that were tuned, as files. Nobody has tuned those of caro.
const FILES: [(Rule, &str); 3] = [
    (Rule::Freestyle, include_str!("../../parameters/freestyle.params")),
    (Rule::Standard, include_str!("../../parameters/standard.params")),
    (Rule::Renju, include_str!("../../parameters/renju.params")),
];

/// Declares [`Parameters`]: `name = default, least..=most, step`.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $least:literal..=$most:literal, $step:literal;)*) => {
        /// The numbers of the search that are tuned, each within its range.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub(crate) $name: i32,)*
        }

        impl Parameters {
            /// What is known of each number, in the order of [`Parameters::numbers`].
            pub const ALL: [Parameter; Self::COUNT] = [$(Parameter {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
                step: $step,
            },)*];

            /// How many numbers there are.
            pub const COUNT: usize = [$(stringify!($name)),*].len();

            /// The numbers.
            pub const fn numbers(&self) -> [i32; Self::COUNT] {
                [$(self.$name),*]
            }

            /// The parameters with these numbers, each brought into its range.
            pub fn of_numbers(numbers: [i32; Self::COUNT]) -> Self {
                let [$($name),*] = numbers;
                Self { $($name: $name.clamp($least, $most)),* }
            }
        }
    };
}

parameters! {
    /// The half-width of the first aspiration window.
    aspiration_delta = 24, 6..=120, 5;

    /// Razoring is tried below this depth.
    razor_depth = 3, 1..=6, 1;
    /// Razoring: how far below alpha the estimate must lie at depth 0.
    razor_base = 20, 0..=200, 15;
    /// Razoring: how much further for each ply.
    razor_slope = 47, 10..=150, 8;

    /// Reverse futility is tried below this depth.
    reverse_futility_depth = 8, 3..=14, 1;
    /// Reverse futility: how far above beta the estimate must lie, for each ply.
    reverse_futility_margin = 44, 15..=120, 5;

    /// Futility of quiet moves is tried below this depth.
    futility_depth = 6, 2..=12, 1;
    /// Futility: how far below alpha the estimate must lie at depth 0.
    futility_base = 128, 0..=400, 20;
    /// Futility: how much further for each ply.
    futility_slope = 87, 20..=250, 10;

    /// Moves searched before the count cut, at depth 0.
    count_cut_base = 13, 2..=40, 2;
    /// More of them, in hundredths for each of `depth^1.32`.
    count_cut_slope = 91, 20..=250, 10;

    /// The base of reductions, in thousandths of `ln(depth) * ln(move number)`.
    reduction_factor = 753, 300..=1400, 50;
    /// More where the estimate does not rise, in thousandths of a ply.
    reduction_not_improving = 188, -500..=1500, 100;
    /// More where a cut is expected.
    reduction_cut_node = 917, -300..=2500, 120;
    /// Less on the principal variation.
    reduction_pv = 854, -500..=2500, 120;
    /// Less for killers and counter moves.
    reduction_killer = 394, -500..=2000, 120;
    /// Less for moves that make an open three or more, or stop one.
    reduction_tactical = 1115, 0..=3000, 120;
    /// Less for a history score, in thousandths of a ply for 1,024 of it.
    reduction_history = 114, 0..=400, 20;

    /// Up to this ply an answer to a straight four costs no depth.
    three_extension_ply = 14, 0..=40, 2;
    /// Such an answer must be one of at most so many.
    three_extension_answers = 8, 0..=16, 1;

    /// Without a move from the table a node of at least this depth is searched a ply less.
    internal_reduction_depth = 4, 2..=10, 1;

    /// Fours of the attacker that the search by fours at a leaf looks ahead.
    leaf_fours = 11, 2..=30, 2;
    /// Nodes of one search by fours at a leaf.
    leaf_four_nodes = 16, 2..=80, 4;

    /// Ordering bonus of the first killer move.
    killer_bonus = 83, 0..=300, 12;
    /// Ordering bonus of the second killer move.
    second_killer_bonus = 35, 0..=300, 12;
    /// Ordering bonus of the move that refuted the last one elsewhere.
    counter_bonus = 28, 0..=300, 12;
    /// What a history score counts when moves are ordered, in 65,536ths of an ordering point.
    history_weight = 468, 0..=2000, 60;
}

impl Parameters {
    /// The numbers declared here.
    pub fn declared() -> Self {
        Self::of_numbers(Self::ALL.map(|parameter| parameter.default))
    }

    /// The numbers of a rule: those of its file, read once, or the declared ones.
    pub fn of_rule(rule: Rule) -> Self {
        static READ: OnceLock<[(Rule, Parameters); FILES.len()]> = OnceLock::new();
        let read = |(rule, text)| (rule, Self::read(text).unwrap_or_else(|_| Self::declared()));
        let all = READ.get_or_init(|| FILES.map(read));
        all.iter().find(|(one, _)| *one == rule).map_or_else(Self::declared, |(_, numbers)| *numbers)
    }
}

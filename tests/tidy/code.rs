//! Rust as it is read here: code, comments and literals told apart, and the functions found.

/// A source in two views of the same lines: what is not of a view is blank in it.
#[derive(Debug)]
pub(super) struct Code {
    /// Everything but comments and the contents of literals.
    pub(super) code: String,
    /// The comments.
    pub(super) comments: String,
}

/// Where a function stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    /// Line of its `fn`, from 1.
    pub(super) line: usize,
    /// Lines from that one to its closing brace, both counted.
    pub(super) n_lines: usize,
}

/// What a piece of a source is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Literal,
}

impl Code {
    pub(super) fn new(source: &str) -> Self {
        let (mut code, mut comments, mut rest) = (String::new(), String::new(), source);
        while !rest.is_empty() {
            let after_word = code.ends_with(is_of_word);
            let (kind, length) = piece(rest, after_word);
            let (piece, next) = rest.split_at(length);
            code.push_str(&if kind == Kind::Code { piece.into() } else { blank(piece) });
            comments.push_str(&if kind == Kind::Comment { piece.into() } else { blank(piece) });
            rest = next;
        }
        Self { code, comments }
    }

    /// The names and keywords of the code with the lines they stand on, from 1.
    pub(super) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.code.lines()).flat_map(|(n, line)| words(line).map(move |word| (n, word)))
    }

    /// The functions that have a body.
    pub(super) fn functions(&self) -> Vec<Function> {
        let starts = self.code.match_indices("fn ").map(|(at, _)| at);
        let starts = starts.filter(|&at| !self.code[..at].ends_with(is_of_word));
        starts.filter_map(|at| self.function(at)).collect()
    }

    fn function(&self, at: usize) -> Option<Function> {
        let name: String = self.code[at + 3..].chars().take_while(|&c| is_of_word(c)).collect();
        let body = &self.code[at..at + length_of_function(&self.code[at..])?];
        let line = 1 + self.code[..at].matches('\n').count();
        let n_lines = 1 + body.matches('\n').count();
        (!name.is_empty()).then_some(Function { name, line, n_lines })
    }
}

/// The same number of lines, and nothing on them.
fn blank(piece: &str) -> String {
    piece.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect()
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_of_word(c)).filter(|word| !word.is_empty())
}

/// The types that are named in a text and all parts of its paths, but no variables: they may be called as
/// modules are.
pub(super) fn types_and_paths(text: &str) -> impl Iterator<Item = &str> {
    let paths = text.split(|c| !is_of_word(c) && c != ':');
    paths.flat_map(|path| {
        let counts = move |name: &&str| path.contains("::") || name.starts_with(char::is_uppercase);
        path.split(':').filter(counts)
    })
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Kind and length of the first piece of a source that is not empty.
fn piece(source: &str, after_word: bool) -> (Kind, usize) {
    if source.starts_with("//") {
        (Kind::Comment, source.find('\n').unwrap_or(source.len()))
    } else if source.starts_with("/*") {
        (Kind::Comment, length_of_block_comment(source))
    } else if let Some(length) = length_of_literal(source, after_word) {
        (Kind::Literal, length)
    } else {
        (Kind::Code, source.chars().next().map_or(1, char::len_utf8))
    }
}

fn length_of_block_comment(source: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    loop {
        let (open, close) = (source[at..].find("/*"), source[at..].find("*/"));
        match (open, close) {
            (Some(open), Some(close)) if open < close => (at, depth) = (at + open + 2, depth + 1),
            (_, Some(close)) => (at, depth) = (at + close + 2, depth - 1),
            (_, None) => return source.len(),
        }
        if depth == 0 {
            return at;
        }
    }
}

/// The length of the string or character that the source begins with, its prefix and quotes included.
fn length_of_literal(source: &str, after_word: bool) -> Option<usize> {
    let prefix =
        source.find(|c| !matches!(c, 'b' | 'c' | 'r')).filter(|&n| n < 3 && !(after_word && n > 0))?;
    let (letters, body) = source.split_at(prefix);
    if letters.contains('r') {
        let hashes = body.find(|c| c != '#')?;
        let inside = body[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", &body[..hashes]);
        let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
        return Some(prefix + hashes + 1 + length);
    }
    if let Some(inside) = body.strip_prefix('"') {
        return Some(prefix + 1 + length_to_quote(inside, '"'));
    }
    let inside = body.strip_prefix('\'')?;
    let mut characters = inside.chars();
    let (first, second) = (characters.next()?, characters.next()?);
    // 'a' is a character, 'a alone a lifetime.
    (first == '\\' || second == '\'').then(|| prefix + 1 + length_to_quote(inside, '\''))
}

/// The length up to the quote that closes and with it.
fn length_to_quote(inside: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    inside.len()
}

/// From `fn` to the brace that closes the body, `None` without a body.
fn length_of_function(code: &str) -> Option<usize> {
    let (mut round, mut braces) = (0, 0);
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => round += 1,
            ')' | ']' => round -= 1,
            ';' if round == 0 && braces == 0 => return None,
            '{' => braces += 1,
            '}' => {
                braces -= 1;
                if braces == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[test]
fn comments_and_literals_are_no_code() {
    let source =
        "a // b\n/* c /* d */ e */ f \"g \\\" // h\" 'i' '\\'' r#\"j\" k\"# l<'m> br\"n\" for_r\"\" b'o' 'ü'";
    let Code { code, comments } = Code::new(source);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&code), ["a", "f", "l<'m>", "for_r"]);
    assert_eq!(words(&comments), ["//", "b", "/*", "c", "/*", "d", "*/", "e", "*/"]);
    assert_eq!(code.lines().count(), 2);
}

#[test]
fn variables_are_no_modules() {
    let names = |text| types_and_paths(text).filter(|name| !name.is_empty()).collect::<Vec<_>>();
    assert_eq!(names("let foul: Board = crate::line::f(a.b);"), ["Board", "crate", "line", "f"]);
}

#[test]
fn functions_are_found_and_measured() {
    let source = "/// fn none() {}\nconst fn one(a: [u8; 3]) -> u8 {\n  \"}\";\n  if a { b }\n}\n\
                  trait T { fn two(); fn three() { } }\ntype F = fn (u8);\nlet dyn_fn = 3;";
    let found = Code::new(source).functions();
    let found: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.line, f.n_lines)).collect();
    assert_eq!(found, [("one", 2, 4), ("three", 6, 1)]);
}

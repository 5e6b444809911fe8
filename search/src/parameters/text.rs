//! Parameters as text: a line `name value` for each, `#` before what is only to be read by people.

use std::fmt;

use super::{Parameter, Parameters};

/// Why a text is no parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParametersError {
    /// This line is no name with a number.
    Line(usize),
    /// Nothing is called so.
    Name(String),
    /// This is named twice.
    Twice(String),
    /// This number lies outside its range, `least` to `most`.
    Range(Parameter),
}

impl fmt::Display for ParametersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line} is no name and number"),
            Self::Name(name) => write!(f, "no number of the search is called {name:?}"),
            Self::Twice(name) => write!(f, "{name} is said twice"),
            Self::Range(Parameter { name, least, most, .. }) => {
                write!(f, "{name} must be {least} to {most}")
            }
        }
    }
}

impl std::error::Error for ParametersError {}

impl Parameters {
    /// The parameters of a text; what it does not name is as declared.
    pub fn read(text: &str) -> Result<Self, ParametersError> {
        let mut numbers = Self::declared().numbers();
        let mut named = [false; Self::COUNT];
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default();
            let mut words = content.split_whitespace();
            let Some(name) = words.next() else { continue };
            let number = words.next().and_then(|word| word.parse().ok()).filter(|_| words.next().is_none());
            let number: i32 = number.ok_or(ParametersError::Line(line))?;
            let mut all = numbers.iter_mut().zip(&mut named).zip(Self::ALL);
            let ((place, named), parameter) = all
                .find(|(_, parameter)| parameter.name == name)
                .ok_or_else(|| ParametersError::Name(name.to_owned()))?;
            if std::mem::replace(named, true) {
                return Err(ParametersError::Twice(name.to_owned()));
            }
            if !(parameter.least..=parameter.most).contains(&number) {
                return Err(ParametersError::Range(parameter));
            }
            *place = number;
        }
        Ok(Self::of_numbers(numbers))
    }
}

impl fmt::Display for Parameters {
    /// A line for each number, as [`Parameters::read`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Self::ALL.iter().zip(self.numbers());
        all.try_for_each(|(parameter, number)| writeln!(f, "{} {number}", parameter.name))
    }
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::Rule;

    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let numbers = Parameters::ALL.map(|parameter| parameter.default + 1);
        let parameters = Parameters::of_numbers(numbers);
        assert_eq!(parameters.numbers(), numbers, "a step from the default is in range");
        assert_eq!(Parameters::read(&parameters.to_string()), Ok(parameters));
        assert_eq!(Parameters::read("# nothing\n\n"), Ok(Parameters::declared()));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        use ParametersError::{Line, Name, Range, Twice};
        let error = |text: &str| Parameters::read(text).expect_err(text);
        assert_eq!(error("razor_depth"), Line(1));
        assert_eq!(error("razor_depth 2 3"), Line(1));
        assert_eq!(error("\nrazor_depth two"), Line(2));
        assert_eq!(error("razor 2"), Name("razor".into()));
        assert_eq!(error("razor_depth 2\nrazor_depth 2"), Twice("razor_depth".into()));
        assert!(matches!(error("razor_depth 99"), Range(Parameter { name: "razor_depth", .. })));
    }

    #[test]
    fn every_number_has_room_to_either_side() {
        for Parameter { name, default, least, most, step } in Parameters::ALL {
            assert!(least < default && default < most && step > 0 && 2 * step <= most - least, "{name}");
        }
    }

    /// The files that are part of the program: [`Parameters::of_rule`] does without one that says nothing.
    #[test]
    fn every_file_is_read() {
        for (name, text) in super::super::FILES {
            assert!(Parameters::read(text).is_ok(), "{name}: {:?}", Parameters::read(text));
        }
        for rule in Rule::ALL {
            let parameters = Parameters::of_rule(rule);
            assert_eq!(Parameters::of_numbers(parameters.numbers()), parameters, "{rule}");
        }
    }
}

//! Curves as a picture: a plot of named series as SVG, by itself legible on light and on dark pages.

use std::fmt::Write;

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What stands above it.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From the bottom up.
    pub y: Axis,
    /// What is drawn, the first lowest. Six have colors of their own.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it shows, with its unit.
    pub label: String,
    /// Its ends; what lies outside is not drawn. A range that is none is made one unit wide.
    pub range: (f64, f64),
}

/// A line of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend says.
    pub name: String,
    /// From each to the next a line is drawn; points that are no finite numbers are left out.
    pub points: Vec<(f64, f64)>,
    /// How it is drawn.
    pub style: Style,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line.
    Line,
    /// A line with a dot at each point.
    Dots,
    /// A thin gray line of dashes, for what others are compared with; it takes none of the colors.
    Dashes,
}

/// The size of the picture, in pixels.
const SIZE: (f64, f64) = (560.0, 420.0);
/// What is left for words: left, right, above, below.
const MARGIN: (f64, f64, f64, f64) = (62.0, 18.0, 40.0, 50.0);
/// About as many marks stand on an axis.
const MARKS: f64 = 6.0;
/// The lines of the legend.
const LEGEND: f64 = 18.0;
/// How many series have colors of their own.
const COLORS: usize = 6;

/// The colors of a page.
struct Page {
    paper: &'static str,
    ink: &'static str,
    grid: &'static str,
    dashes: &'static str,
    series: [&'static str; COLORS],
}

const LIGHT: Page = Page {
    paper: "#fff",
    ink: "#222",
    grid: "#ddd",
    dashes: "#777",
    series: ["#0b62b0", "#c4480a", "#1a7f37", "#8636b5", "#8a6100", "#b3204d"],
};

const DARK: Page = Page {
    paper: "#15181c",
    ink: "#e6e6e6",
    grid: "#3a3f46",
    dashes: "#9a9a9a",
    series: ["#6cb2ff", "#ff9a5c", "#5fd07a", "#cf9bff", "#e0b84a", "#ff86a8"],
};

/// What does not depend on the page.
const SHAPES: &str = "text{font:13px sans-serif}.title{font-size:15px;font-weight:bold}.line{fill:none;stroke-width:2}\n\
                      .dash{fill:none;stroke-width:1.3;stroke-dasharray:5 4}.frame{fill:none}";

impl Page {
    /// What the page does to the parts of a picture. Plain classes: many viewers know no variables.
    fn style(&self) -> String {
        let Self { paper, ink, grid, dashes, series } = self;
        let mut style = format!(
            ".paper{{fill:{paper}}}text{{fill:{ink}}}.frame{{stroke:{ink}}}.grid{{stroke:{grid}}}.dash{{stroke:{dashes}}}"
        );
        for (i, color) in series.iter().enumerate() {
            let _ = write!(style, "\n.line{i}{{stroke:{color}}}.dot{i}{{fill:{color}}}");
        }
        style
    }
}

impl Axis {
    /// An axis with these ends.
    pub fn new(label: impl Into<String>, range: (f64, f64)) -> Self {
        Self { label: label.into(), range }
    }

    /// An axis on which all these numbers have room; from 0 to 1 if there are none.
    pub fn around(label: impl Into<String>, numbers: impl IntoIterator<Item = f64>) -> Self {
        let numbers = numbers.into_iter().filter(|number| number.is_finite());
        let around = |range: Option<(f64, f64)>, number: f64| {
            Some(range.map_or((number, number), |(least, most)| (least.min(number), most.max(number))))
        };
        Self::new(label, numbers.fold(None, around).unwrap_or((0.0, 1.0)))
    }

    fn ends(&self) -> (f64, f64) {
        let (least, most) = self.range;
        if most - least > 0.0 && (most - least).is_finite() { (least, most) } else { (least, least + 1.0) }
    }

    /// How far along the axis a number lies, 0 to 1 inside.
    fn along(&self, number: f64) -> f64 {
        let (least, most) = self.ends();
        (number - least) / (most - least)
    }

    /// Round numbers on the axis, and how many digits behind the point they need.
    fn marks(&self) -> (Vec<f64>, usize) {
        let (least, most) = self.ends();
        let rough = (most - least) / MARKS;
        let power = 10.0_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let digits = (0..9).find(|&digits| step * 10.0_f64.powi(digits) > 0.999).unwrap_or(9);
        let first = (least / step - 1e-9).ceil();
        let marks = (0..100_u8).map(|i| (first + f64::from(i)) * step);
        // Zero without a sign.
        let marks = marks.take_while(|mark| *mark <= most + 1e-9 * step).map(|mark| mark + 0.0);
        (marks.collect(), usize::try_from(digits).unwrap_or_default())
    }
}

impl Series {
    /// A series.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>, style: Style) -> Self {
        Self { name: name.into(), points, style }
    }
}

impl Plot {
    /// The picture. It needs nothing else: no script, no font but the reader's.
    pub fn svg(&self) -> String {
        let (width, height) = SIZE;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\">\n<title>{title}</title>\n<style>\n{SHAPES}\n{light}\n@media(prefers-color-scheme:dark){{\n{dark}\n}}\n</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n\
             <text class=\"title\" x=\"{x}\" y=\"24\" text-anchor=\"middle\">{title}</text>\n",
            title = escaped(&self.title),
            light = LIGHT.style(),
            dark = DARK.style(),
            x = f64::midpoint(left(), right()),
        );
        self.axes(&mut svg);
        self.lines(&mut svg);
        self.legend(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    /// Grid, numbers and words of both axes.
    fn axes(&self, svg: &mut String) {
        let (bottom, middle) = (bottom(), f64::midpoint(top(), bottom()));
        let (marks, digits) = self.x.marks();
        for mark in marks {
            let x = self.place((mark, self.y.ends().0)).0;
            add(svg, &format!("<path class=\"grid\" d=\"M{x:.1} {bottom}V{}\"/>", top()));
            let y = bottom + 18.0;
            add(svg, &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{mark:.digits$}</text>"));
        }
        let (marks, digits) = self.y.marks();
        for mark in marks {
            let y = self.place((self.x.ends().0, mark)).1;
            add(svg, &format!("<path class=\"grid\" d=\"M{} {y:.1}H{}\"/>", left(), right()));
            let (x, y) = (left() - 7.0, y + 4.5);
            add(svg, &format!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{mark:.digits$}</text>"));
        }
        let (x, y) = (f64::midpoint(left(), right()), SIZE.1 - 12.0);
        let label = escaped(&self.x.label);
        add(svg, &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>"));
        let label = escaped(&self.y.label);
        let turned = format!("transform=\"translate(16 {middle}) rotate(-90)\"");
        add(svg, &format!("<text {turned} text-anchor=\"middle\">{label}</text>"));
    }

    /// The series, cut off at the frame.
    fn lines(&self, svg: &mut String) {
        let (x, y, width, height) = (left(), top(), right() - left(), bottom() - top());
        let frame = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
        add(
            svg,
            &format!("<clipPath id=\"inside\"><rect {frame}/></clipPath>\n<g clip-path=\"url(#inside)\">"),
        );
        for (series, color) in self.colored() {
            let finite = series.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
            let places: Vec<(f64, f64)> = finite.map(|&point| self.place(point)).collect();
            let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            add(svg, &format!("<polyline {} points=\"{}\"/>", look(series.style, color), path.join(" ")));
            if series.style == Style::Dots {
                for (x, y) in places {
                    add(
                        svg,
                        &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" class=\"dot{color}\"/>"),
                    );
                }
            }
        }
        add(svg, &format!("</g>\n<rect class=\"frame\" {frame}/>"));
    }

    /// The names of the series, where fewer points lie: above on the left, or on the right.
    fn legend(&self, svg: &mut String) {
        let is_high = |&(x, y): &(f64, f64)| self.y.along(y) > 0.6 && (0.0..=1.0).contains(&self.x.along(x));
        let high = || self.series.iter().flat_map(|series| &series.points).filter(|point| is_high(point));
        let on_left = high().filter(|(x, _)| self.x.along(*x) < 0.5).count();
        let is_left = 2 * on_left <= high().count();
        let (start, line, anchor) = if is_left { (left(), 12.0, "start") } else { (right(), -40.0, "end") };
        for (i, (series, color)) in (0..100_u8).zip(self.colored()) {
            let (x, y) = (start + line, top() + LEGEND * (f64::from(i) + 1.0));
            add(svg, &format!("<path {} d=\"M{x} {y}h28\"/>", look(series.style, color)));
            let (x, y) = (if is_left { x + 36.0 } else { x - 8.0 }, y + 4.5);
            let name = escaped(&series.name);
            add(svg, &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{name}</text>"));
        }
    }

    /// The series, each with the number of its color.
    fn colored(&self) -> impl Iterator<Item = (&Series, usize)> {
        let mut color = 0;
        self.series.iter().map(move |series| {
            let own = color % COLORS;
            color += usize::from(series.style != Style::Dashes);
            (series, own)
        })
    }

    /// Where a point lies in the picture.
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (width, height) = (right() - left(), bottom() - top());
        (left() + width * self.x.along(x), bottom() - height * self.y.along(y))
    }
}

fn look(style: Style, color: usize) -> String {
    match style {
        Style::Dashes => "class=\"dash\"".to_owned(),
        Style::Line | Style::Dots => format!("class=\"line line{color}\""),
    }
}

const fn left() -> f64 {
    MARGIN.0
}

const fn right() -> f64 {
    SIZE.0 - MARGIN.1
}

const fn top() -> f64 {
    MARGIN.2
}

const fn bottom() -> f64 {
    SIZE.1 - MARGIN.3
}

fn add(svg: &mut String, element: &str) {
    // Writing to a text does not fail.
    let _ = writeln!(svg, "{element}");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(range: (f64, f64), points: Vec<(f64, f64)>) -> Plot {
        Plot {
            title: "loss < 1 & \"falling\"".into(),
            x: Axis::new("epoch", range),
            y: Axis::new("loss", (0.0, 1.0)),
            series: vec![
                Series::new("even", vec![(0.0, 0.5), (10.0, 0.5)], Style::Dashes),
                Series::new("held out", points.clone(), Style::Dots),
                Series::new("learnt from", points, Style::Line),
            ],
        }
    }

    #[test]
    fn series_are_drawn_where_they_are() {
        let svg = plot((0.0, 10.0), vec![(0.0, 1.0), (5.0, f64::NAN), (10.0, 0.0)]).svg();
        let (left, right, top, bottom) = (left(), right(), top(), bottom());
        let line = format!("points=\"{left:.1},{top:.1} {right:.1},{bottom:.1}\"");
        assert_eq!(svg.matches(&line).count(), 2, "{svg}");
        assert_eq!(svg.matches("<circle ").count(), 2);
        assert_eq!(svg.matches("class=\"dash\"").count(), 2, "the line and its legend");
        assert!(svg.contains("<title>loss &lt; 1 &amp; &quot;falling&quot;</title>"));
        for text in
            [">even<", ">held out<", ">learnt from<", ">epoch<", ">loss<", "\"line line0\"", "\"line line1\""]
        {
            assert!(svg.contains(text), "{text}");
        }
        assert!(!svg.contains("line line2") && !svg.contains("NaN"));
    }

    #[test]
    fn marks_are_round_and_lie_on_the_axis() {
        for (range, expected, digits) in [
            ((0.0, 1.0), vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0], 1),
            ((0.0, 30.0), vec![0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0], 0),
            ((-0.03, 0.04), vec![-0.02, 0.0, 0.02, 0.04], 2),
            ((7.0, 7.0), vec![7.0, 7.2, 7.4, 7.6, 7.8, 8.0], 1),
        ] {
            let (marks, found) = Axis::new("", range).marks();
            assert_eq!((marks.len(), found), (expected.len(), digits), "{range:?}: {marks:?}");
            assert!(marks.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9), "{marks:?}");
        }
    }

    #[test]
    fn any_numbers_make_a_picture() {
        let numbers = [f64::NAN, f64::INFINITY, -1e300, 0.0, 1e300];
        for least in numbers {
            for most in numbers {
                let svg = plot((least, most), vec![(least, most), (most, least)]).svg();
                assert!(svg.ends_with("</svg>\n") && svg.len() < 20_000, "{least} {most}");
            }
        }
        assert_eq!(Axis::around("", [3.0, f64::NAN, -1.0]).range, (-1.0, 3.0));
        assert_eq!(Axis::around("", []).range, (0.0, 1.0));
    }
}

//! The report as one HTML page: tables, and plots as pictures inside it. It needs no other file and no network.

use super::facts::Facts;
use super::text::{Style, write};
use crate::draw::svg::Escaped;
use crate::visible;

const CSS: &str = "\
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1{font-size:1.6rem}h2{border-bottom:1px solid #ccc;margin-top:2.2rem}h3{margin-bottom:.3rem}\
table{border-collapse:collapse}td,th{padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #eee}\
td{font-family:ui-monospace,monospace;font-size:.85rem;overflow-wrap:anywhere}ul{padding-left:1.2rem}li{font-family:ui-monospace,monospace;font-size:.85rem}\
svg{max-width:100%;height:auto}@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}td,th{border-color:#333}h2{border-color:#444}}";

/// An HTML page in the making.
#[derive(Default)]
struct Html {
    out: String,
    listing: bool,
}

impl Html {
    fn end_list(&mut self) {
        if std::mem::take(&mut self.listing) {
            self.out.push_str("</ul>\n");
        }
    }
}

impl Style for Html {
    fn section(&mut self, title: &str) {
        self.end_list();
        self.out.push_str(&format!("<h2>{}</h2>\n", escape(title)));
    }

    fn part(&mut self, title: &str) {
        self.end_list();
        self.out.push_str(&format!("<h3>{}</h3>\n", escape(title)));
    }

    fn line(&mut self, text: &str) {
        if !std::mem::replace(&mut self.listing, true) {
            self.out.push_str("<ul>\n");
        }
        self.out.push_str(&format!("<li>{}</li>\n", escape(text)));
    }

    fn table(&mut self, headings: &[&str], rows: &[Vec<String>]) {
        self.end_list();
        let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
            let cells: String = cells
                .map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)))
                .collect();
            format!("<tr>{cells}</tr>\n")
        };
        self.out.push_str("<table>\n");
        let head = cells("th", &mut headings.iter().copied());
        self.out.push_str(&head);
        for row in rows {
            let row = cells("td", &mut row.iter().map(String::as_str));
            self.out.push_str(&row);
        }
        self.out.push_str("</table>\n");
    }
}

fn escape(text: &str) -> String {
    Escaped(&visible::line(text)).to_string()
}

/// The page.
pub fn page(facts: &Facts) -> String {
    let mut html = Html::default();
    write(facts, &mut html);
    html.end_list();
    let bounds: Vec<(String, f64)> = (facts.bounds.iter())
        .map(|b| (b.place.clone(), b.upper as f64))
        .collect();
    let distances: Vec<(f64, f64)> = (facts.distances.iter())
        .map(|&(distance, count)| (distance as f64, count as f64))
        .collect();
    let how = match (&facts.plot, distances.is_empty()) {
        (Some(plot), _) => figure("How the sweep went", plot),
        (None, false) => figure(
            "Markings by distance from the initial marking",
            &curve(&distances),
        ),
        (None, true) => String::new(),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>State space of {net}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<h1>State space of {net}</h1>\n{}{}{}</body>\n</html>\n",
        html.out,
        how,
        figure("Most tokens on each place", &bars(&bounds)),
        net = escape(&facts.net),
    )
}

fn figure(title: &str, picture: &str) -> String {
    format!("<h2>{}</h2>\n{picture}\n", escape(title))
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 70.0;
const BELOW: f64 = 30.0;

/// A curve with its axes.
fn curve(points: &[(f64, f64)]) -> String {
    let most = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(1.0, f64::max);
    let (right, top) = (most(|p| p.0), most(|p| p.1));
    let x = |value: f64| LEFT + value / right * (WIDTH - LEFT - 10.0);
    let y = |value: f64| HEIGHT - BELOW - value / top * (HEIGHT - BELOW - 15.0);
    let path: Vec<String> = (points.iter())
        .map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b)))
        .collect();
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" font-size=\"12\" fill=\"currentColor\">\
<path d=\"M{LEFT} 10V{base}H{WIDTH}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".4\"/>\
<polyline points=\"{}\" fill=\"none\" stroke=\"#2a6fdb\" stroke-width=\"2\"/>\
<text x=\"{tick}\" y=\"18\" text-anchor=\"end\">{top}</text><text x=\"{tick}\" y=\"{base}\" text-anchor=\"end\">0</text>\
<text x=\"{LEFT}\" y=\"{label}\">0</text><text x=\"{WIDTH}\" y=\"{label}\" text-anchor=\"end\">{right} steps</text></svg>",
        path.join(" "),
        base = HEIGHT - BELOW,
        tick = LEFT - 6.0,
        label = HEIGHT - BELOW + 18.0,
    )
}

/// Horizontal bars with their names.
fn bars(values: &[(String, f64)]) -> String {
    const ROW: f64 = 20.0;
    let most = values.iter().map(|v| v.1).fold(1.0, f64::max);
    let rows = values.iter().enumerate().map(|(i, (name, value))| {
        let y = i as f64 * ROW;
        let width = value / most * 380.0;
        format!(
            "<text x=\"250\" y=\"{:.0}\" text-anchor=\"end\">{}</text><rect x=\"260\" y=\"{:.0}\" width=\"{width:.1}\" height=\"12\" fill=\"#2a6fdb\"/><text x=\"{:.1}\" y=\"{:.0}\">{value}</text>",
            y + 14.0,
            escape(name),
            y + 4.0,
            266.0 + width,
            y + 14.0,
        )
    });
    let rows: String = rows.collect();
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" font-size=\"12\" fill=\"currentColor\">{rows}</svg>",
        values.len() as f64 * ROW + 6.0
    )
}

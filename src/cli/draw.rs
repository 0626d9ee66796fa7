//! `sweepnet draw`: a net as pictures, one a page; or its state space.

use super::limits::Resources;
use super::net::{Net, Ready, Written};
use super::stop::Stop;
use super::{Exit, output};
use crate::draw::graph::Graph;
use crate::draw::{dot, net, space, svg};
use crate::engine::Engine;
use crate::explore::control::Control;
use crate::explore::picture;
use crate::guard::Stage;
use crate::net::files;
use crate::net::model::{Model, Page};
use crate::net::names::ml_form;
use crate::report::{Refusal, Reporter};
use crate::write::{self, keep_apart};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sweepnet_lang::diagnostic::Diagnostic;

/// Draw a net, a picture for each page; or its state space
#[derive(Args, Debug)]
pub struct Draw {
    #[command(flatten)]
    net: Net,

    /// Write to this file; or, if it is a folder or ends in `/`, a file for each page to this folder
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Draw only this page
    #[arg(long, value_name = "NAME")]
    page: Option<String>,

    /// Draw the state space instead: all reachable markings, with the steps between them
    #[arg(long, conflicts_with = "page")]
    space: bool,

    /// Draw at most so many states
    #[arg(long, value_name = "N", default_value_t = 300, requires = "space", value_parser = clap::value_parser!(u16).range(1..=5000))]
    max_states: u16,

    #[command(flatten)]
    resources: Resources,

    /// What to write; by default what the file's name says, else SVG
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
}

/// How a picture is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture
    Svg,
    /// The graph, for Graphviz
    Dot,
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Dot => "dot",
        }
    }

    /// What a file's name says.
    fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "svg" => Some(Format::Svg),
            "dot" | "gv" => Some(Format::Dot),
            _ => None,
        }
    }

    fn write(self, graph: &Graph) -> String {
        match self {
            Format::Svg => svg::write(graph),
            Format::Dot => dot::write(graph),
        }
    }
}

/// A graph and what its file is called, without extension.
struct Picture {
    name: String,
    graph: Graph,
}

impl Draw {
    /// Draws the pages asked for. Those of a net with errors are drawn too, as far as they can be read: who looks for a mistake may want to see them.
    pub fn run(self) -> io::Result<Exit> {
        let stop = self.resources.stop(false);
        let inputs;
        let (pictures, exit) = match self.space {
            true => {
                let mut ready = match self.net.load(false)? {
                    Ok(ready) => ready,
                    Err(exit) => return Ok(exit),
                };
                inputs = files(&ready.net.session.sources);
                self.resources.watch(&stop, &mut ready.net.session);
                stop.begin(Stage::Evaluating);
                match self.state_space(ready, &stop) {
                    Ok(picture) => (Ok(vec![picture]), Exit::Done),
                    Err(exit) => return Ok(exit),
                }
            }
            false => match self.net.written() {
                Ok(net) => {
                    inputs = files(&net.sources);
                    let drawn = |pages: Vec<&Page>| {
                        let pictures = pages.into_iter().map(|page| picture(&net, page));
                        pictures.collect::<Vec<_>>()
                    };
                    (self.pages(&net.model).map(drawn), net.exit)
                }
                Err(exit) => return Ok(exit),
            },
        };
        match pictures.and_then(|pictures| self.write(&pictures, &inputs)) {
            Ok(()) => Ok(exit),
            Err(refusal) => {
                Reporter::default().refuse_once(&refusal);
                Ok(Exit::Mistake)
            }
        }
    }

    /// The state space, or its beginning: then that is told.
    fn state_space(&self, ready: Ready, stop: &Stop) -> Result<Picture, Exit> {
        let sources = ready.net.session.sources.clone();
        let most = usize::from(self.max_states);
        let mut control = Control::default();
        control.max_states = Some(most);
        control.memory = stop.memory();
        control.interrupt = Some(stop.flag());
        let found =
            Engine::new(ready.net).and_then(|engine| picture::picture(engine, &mut control));
        let found = found.map_err(|failure| {
            let problems: &[Diagnostic] = std::slice::from_ref(&failure);
            Reporter::default().show(&sources, problems);
            output::exit(problems)
        })?;
        if found.partial {
            // Whoever closed standard error does not want to know.
            let _ = writeln!(
                io::stderr(),
                "The state space is larger: its first {most} states are drawn. Those marked `more` have steps to others; `--max-states` draws more."
            );
        }
        Ok(Picture {
            name: "space".to_string(),
            graph: space::graph(&found.space),
        })
    }

    /// The pages to be drawn.
    fn pages<'m>(&self, model: &'m Model) -> Result<Vec<&'m Page>, Refusal> {
        let all: Vec<&Page> = model.pages.iter().collect();
        let names = || {
            all.iter()
                .map(|p| format!("`{}`", p.name.text))
                .collect::<Vec<_>>()
        };
        if let Some(name) = &self.page {
            let named = all.iter().find(|p| p.name.text == *name);
            return match named {
                Some(page) => Ok(vec![page]),
                None => Err(Refusal {
                    message: format!("The net has no page `{name}`."),
                    help: Some(format!("Its pages: {}.", names().join(", "))),
                }),
            };
        }
        if all.len() > 1 && self.folder().is_none() {
            return Err(Refusal {
                message: format!(
                    "The net has {} pages, and each is a picture of its own: {}.",
                    all.len(),
                    names().join(", ")
                ),
                help: Some(
                    "Choose one with `--page NAME`, or write all to a folder with `-o FOLDER/`."
                        .to_string(),
                ),
            });
        }
        Ok(all)
    }

    /// The folder to write to, if the output is one.
    fn folder(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        write::is_folder(path).then_some(path)
    }

    /// Writes the pictures: each to its file in the folder, or the only one to the file or to standard output.
    fn write(&self, pictures: &[Picture], inputs: &[PathBuf]) -> Result<(), Refusal> {
        if let Some(folder) = self.folder() {
            let format = self.format.unwrap_or(Format::Svg);
            for picture in pictures {
                let file = format!("{}.{}", picture.name, format.extension());
                write_to(&folder.join(file), format, picture, inputs)?;
            }
            return Ok(());
        }
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        let format = match (self.format.or(Format::of(path)), path.extension()) {
            (Some(format), _) => format,
            (None, None) => Format::Svg,
            (None, Some(extension)) => {
                let extension = extension.to_string_lossy();
                return Err(Refusal {
                    message: format!(
                        "`{}` would be a picture of the kind `{extension}`, which is not written.",
                        path.display()
                    ),
                    help: Some(
                        "Name the file `.svg` or `.dot`, or say what it shall be with `--format`; other programs make other kinds of an SVG picture.".to_string(),
                    ),
                });
            }
        };
        pictures
            .iter()
            .try_for_each(|picture| write_to(path, format, picture, inputs))
    }
}

/// A page's file is called by the page's ML form: no two pages share it, and it is a file name everywhere.
fn picture(net: &Written, page: &Page) -> Picture {
    Picture {
        name: ml_form(&page.name.text),
        graph: net::page(&net.model, page, &net.sources),
    }
}

fn write_to(
    path: &Path,
    format: Format,
    picture: &Picture,
    inputs: &[PathBuf],
) -> Result<(), Refusal> {
    keep_apart(&[("-o", path)], inputs, false)?;
    let text = format.write(&picture.graph);
    write::write(path, |out| out.write_all(text.as_bytes()))
}

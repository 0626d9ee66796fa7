//! The layers and what stands in them: items, labels, and the bends of edges that pass.

use super::{Item, Link};

/// Half the width that a passing edge gets.
const BEND: f64 = 6.0;

/// More bends than this are not made; see `Grid::new`.
const MOST_BENDS: usize = 200_000;

/// Something that stands in a layer.
#[derive(Copy, Clone, Debug)]
pub struct Cell {
    /// Which layer.
    pub rank: usize,
    /// How far it reaches to the left.
    pub left: f64,
    /// How far it reaches to the right.
    pub right: f64,
    /// How far it reaches up and down.
    pub half_height: f64,
}

/// Items and edges as layers of cells. Edges run between neighbouring layers.
#[derive(Debug)]
pub struct Grid {
    /// How many of the cells are items. They come first.
    pub items: usize,
    /// All cells.
    pub cells: Vec<Cell>,
    /// The cells of each layer from left to right.
    pub layers: Vec<Vec<usize>>,
    /// For each cell those joined with it in the layer above.
    pub above: Vec<Vec<usize>>,
    /// For each cell those joined with it in the layer below.
    pub below: Vec<Vec<usize>>,
    /// The cells of each link from top to bottom; empty if it joins an item with itself.
    pub chains: Vec<Vec<usize>>,
    /// The cell of each link's label.
    pub labels: Vec<Option<usize>>,
}

impl Grid {
    /// Puts every item and every piece of a link into its layer.
    ///
    /// A link that passes many layers has a bend in each. Where all links together would have far too many, the longest have none: they run straight,
    /// across whatever is there. Nobody can follow one line in such a picture anyway.
    pub fn new(items: &[Item], links: &[Link], upwards: &[bool], ranks: &[usize]) -> Grid {
        let layers = ranks.iter().max().map_or(0, |r| r + 1);
        let cell = |(item, &rank): (&Item, &usize)| Cell {
            rank,
            left: item.left,
            right: item.right,
            half_height: item.half_height,
        };
        let mut grid = Grid {
            items: items.len(),
            cells: items.iter().zip(ranks).map(cell).collect(),
            layers: vec![Vec::new(); layers],
            above: vec![Vec::new(); items.len()],
            below: vec![Vec::new(); items.len()],
            chains: Vec::with_capacity(links.len()),
            labels: Vec::with_capacity(links.len()),
        };
        let longest = longest_bent(links, ranks);
        for (link, &up) in links.iter().zip(upwards) {
            let (top, bottom) = if up {
                (link.to, link.from)
            } else {
                (link.from, link.to)
            };
            grid.add(top, bottom, link.label, longest);
        }
        grid
    }

    /// Whether a cell is a bend or a label.
    pub fn is_bend(&self, cell: usize) -> bool {
        cell >= self.items
    }

    fn add(&mut self, top: usize, bottom: usize, label: Option<(f64, f64)>, longest: usize) {
        let (first, last) = (self.cells[top].rank, self.cells[bottom].rank);
        let mut labelled = None;
        let mut chain = Vec::new();
        if top != bottom {
            chain.push(top);
            let bent = last - first <= longest;
            for rank in (first + 1..last).filter(|_| bent) {
                let size = label.filter(|_| rank == (first + last) / 2);
                let new = self.bend(rank, size);
                if size.is_some() {
                    labelled = Some(new);
                }
                chain.push(new);
            }
            chain.push(bottom);
            for pair in chain.windows(2).filter(|_| bent) {
                self.below[pair[0]].push(pair[1]);
                self.above[pair[1]].push(pair[0]);
            }
        }
        self.chains.push(chain);
        self.labels.push(labelled);
    }

    fn bend(&mut self, rank: usize, label: Option<(f64, f64)>) -> usize {
        let (width, height) = label.unwrap_or_default();
        let half = (width / 2.0).max(BEND);
        self.cells.push(Cell {
            rank,
            left: half,
            right: half,
            half_height: height / 2.0,
        });
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        self.cells.len() - 1
    }
}

/// The most layers that a link may pass and still have bends.
fn longest_bent(links: &[Link], ranks: &[usize]) -> usize {
    let length = |l: &Link| ranks[l.from].abs_diff(ranks[l.to]);
    let mut lengths: Vec<usize> = links.iter().map(length).collect();
    lengths.sort_unstable();
    let mut bends = 0;
    let fits = |&&length: &&usize| {
        bends += length;
        bends <= MOST_BENDS || length <= 2
    };
    lengths.iter().take_while(fits).last().copied().unwrap_or(0)
}

//! The analysis beside a naive fixpoint, on random graphs with cycles.

use super::{Analysis, Earlier};
use crate::build_error::BuildError;
use crate::code::Code;
use crate::numbering::{Numbering, Place, Slice};
use crate::progress::Watch;
use crate::states::States;
use eldest::{Moves, Position, Score, Side, StopToken};

#[derive(Clone, Debug)]
struct Vertex {
    side: Side,
    over: Option<Score>,
    children: Vec<usize>,
    place: Place,
}

/// A position of a game on an explicit graph.
#[derive(Clone, Debug)]
struct Graph<'a> {
    vertices: &'a [Vertex],
    at: usize,
}

impl Position for Graph<'_> {
    type Move = usize;
    type Undo = usize;

    fn side(&self) -> Side {
        self.vertices[self.at].side
    }
    fn key(&self) -> u64 {
        self.at as u64
    }
    fn over(&self) -> Option<Score> {
        self.vertices[self.at].over
    }
    fn endless(&self) -> Option<Score> {
        Some(Score::DRAW)
    }
    fn moves(&self, out: &mut Moves<'_, usize>) {
        assert!(self.over().is_none(), "moves of a finished game");
        self.vertices[self.at].children.iter().for_each(|&to| out.push(to));
    }
    fn play(&mut self, to: usize) -> usize {
        std::mem::replace(&mut self.at, to)
    }
    fn undo(&mut self, _: usize, from: usize) {
        self.at = from;
    }
}

/// Every vertex at twice its rank in the slice: odd numbers have no position.
struct Numbered<'a, const BACK: bool> {
    vertices: &'a [Vertex],
    slices: Vec<Slice>,
}

impl<'a, const BACK: bool> Numbered<'a, BACK> {
    fn new(vertices: &'a [Vertex], slices: usize) -> Self {
        let len = |slice| vertices.iter().filter(|v| v.place.slice == slice).count() as u64 * 2;
        let slice = |index: usize| Slice { name: index.to_string(), len: len(index) };
        Self { vertices, slices: (0..slices).map(slice).collect() }
    }

    fn vertex(&self, place: Place) -> Option<usize> {
        self.vertices.iter().position(|vertex| vertex.place == place)
    }
}

impl<'a, const BACK: bool> Numbering for Numbered<'a, BACK> {
    type Position = Graph<'a>;
    const HAS_PREDECESSORS: bool = BACK;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }
    fn fingerprint(&self) -> u64 {
        0
    }
    fn place(&self, position: &Graph<'a>) -> Option<Place> {
        Some(self.vertices[position.at].place)
    }
    fn position(&self, place: Place) -> Option<Graph<'a>> {
        Some(Graph { vertices: self.vertices, at: self.vertex(place)? })
    }
    fn for_each_predecessor(
        &self,
        slice: usize,
        position: &Graph<'a>,
        mut found: impl FnMut(u64, bool),
    ) {
        for before in self.vertices.iter().filter(|vertex| vertex.place.slice == slice) {
            if before.children.contains(&position.at) {
                found(before.place.number, before.side != self.vertices[position.at].side);
            }
        }
    }
}

/// A source of pseudo-random numbers (Marsaglia 2003, "Xorshift RNGs").
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}

/// Returns a random graph whose vertices lead to their own slice and to earlier ones.
fn graph(random: &mut Random, slices: usize) -> Vec<Vertex> {
    let len = 2 + random.below(30);
    let mut slice_of: Vec<usize> = (0..len).map(|_| random.below(slices)).collect();
    slice_of.sort_unstable();
    let far = [Score::win_in(1), Score::loss_in(4), Score::win_in(7)];
    let near = [Score::WIN, Score::LOSS, Score::LOSS, Score::DRAW];
    let ends: Vec<Score> = near.into_iter().chain(far).collect();
    let (width, alternates) = (1 + random.below(4), random.below(2) == 0);
    let mut vertices: Vec<Vertex> = Vec::new();
    for at in 0..len {
        let slice = slice_of[at];
        let within = slice_of.partition_point(|&other| other <= slice);
        let children = (0..=random.below(width)).map(|_| random.below(within)).collect();
        let over = (random.below(4) == 0).then(|| ends[random.below(ends.len())]);
        let rank = at - slice_of.partition_point(|&other| other < slice);
        let side = if alternates || random.below(2) == 0 { Side::First } else { Side::Second };
        vertices.push(Vertex {
            side,
            over,
            children,
            place: Place { slice, number: 2 * rank as u64 },
        });
    }
    vertices
}

/// Returns the values by the definition: in round n those of distance n are settled.
fn naive(vertices: &[Vertex]) -> Vec<Score> {
    let mut values: Vec<Option<Score>> = vertices.iter().map(|vertex| vertex.over).collect();
    for plies in 1..=4 * vertices.len() as u32 + 8 {
        let before = values.clone();
        for (at, vertex) in vertices.iter().enumerate().filter(|(_, v)| v.over.is_none()) {
            let of_move = |&to: &usize| {
                let value = before[to]?.one_ply_up();
                Some(if vertices[to].side == vertex.side { value } else { -value })
            };
            let best =
                vertex.children.iter().map(of_move).map(|value| value.unwrap_or(Score::DRAW)).max();
            // An open child stands for a draw: wins and losses are found when they are certain.
            let best = best.expect("a move");
            if values[at].is_none() && best.distance().is_some_and(|distance| distance == plies) {
                values[at] = Some(best);
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Score::DRAW)).collect()
}

impl Earlier for Vec<States> {
    fn code(&self, place: Place) -> Result<Code, BuildError> {
        Ok(self[place.slice].get(place.number))
    }
}

fn analysed<N: Numbering>(numbering: &N) -> Result<Vec<States>, BuildError> {
    let stop = StopToken::new();
    let mut finished: Vec<States> = Vec::new();
    for (slice, Slice { name, .. }) in numbering.slices().iter().enumerate() {
        let watch = Watch::new(name, &|_| {}, &stop);
        let states = Analysis::run(numbering, slice, &finished, &watch)?;
        finished.push(states);
    }
    Ok(finished)
}

fn compare<const BACK: bool>(vertices: &[Vertex], slices: usize) -> Vec<Score> {
    let numbered = Numbered::<BACK>::new(vertices, slices);
    let states = analysed(&numbered).unwrap();
    let values = naive(vertices);
    for (vertex, value) in vertices.iter().zip(&values) {
        let Place { slice, number } = vertex.place;
        let found = states[slice].get(number).score(Score::DRAW);
        assert_eq!(found, Some(*value), "{vertex:?} of {vertices:?}");
        assert_eq!(states[slice].get(number + 1), Code::NONE);
    }
    values
}

#[test]
fn the_values_are_those_of_a_naive_fixpoint() {
    let mut random = Random(7);
    let (mut longest, mut endless) = (0, 0);
    for round in 0..2_000 {
        let slices = 1 + round % 4;
        let vertices = graph(&mut random, slices);
        let values = compare::<true>(&vertices, slices);
        assert_eq!(values, compare::<false>(&vertices, slices));
        longest =
            longest.max(values.iter().filter_map(|value| value.distance()).max().unwrap_or(0));
        let open =
            |(vertex, value): &(&Vertex, &Score)| vertex.over.is_none() && **value == Score::DRAW;
        endless += vertices.iter().zip(&values).filter(open).count();
    }
    assert!(longest > 10 && endless > 500, "{longest} {endless}");
}

#[test]
fn a_stop_ends_the_analysis() {
    let vertices = graph(&mut Random(3), 1);
    let stop = StopToken::new();
    stop.stop();
    let watch = Watch::new("", &|_| {}, &stop);
    let numbered = Numbered::<true>::new(&vertices, 1);
    let result = Analysis::run(&numbered, 0, &Vec::new(), &watch);
    assert!(matches!(result.err(), Some(BuildError::Stopped)));
}

#[test]
fn points_are_refused() {
    let place = Place { slice: 0, number: 0 };
    let over = Some(Score::new(5));
    let vertices = [Vertex { side: Side::First, over, children: Vec::new(), place }];
    let result = analysed(&Numbered::<true>::new(&vertices, 1));
    let score = Score::new(5);
    assert!(matches!(result.err(), Some(BuildError::Points(found)) if found == score));
}

#[test]
fn a_move_to_a_later_slice_is_refused() {
    let vertex = |slice, children: &[usize]| Vertex {
        side: Side::First,
        over: None,
        children: children.to_vec(),
        place: Place { slice, number: 0 },
    };
    let vertices = [vertex(0, &[1]), vertex(1, &[1])];
    let result = analysed(&Numbered::<true>::new(&vertices, 2));
    let error = result.err().expect("a move that is refused").to_string();
    assert!(error.ends_with("from number 0 of slice 0 a move leads to a later slice"), "{error}");
}

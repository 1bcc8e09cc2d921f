//! [`forward_position!`]: a position that wraps another.

/// Answers everything that a [`Position`](crate::Position) is asked as the position inside does, but
/// what comes after `except`.
///
/// It stands in an `impl Position for`, and says which field holds the position inside, and of which
/// type that is. Types, constants and methods are all forwarded, those with a default too: a wrapper that
/// is written out by hand works without `bounds_for`, and only finds less. What is excepted is
/// implemented beside it, or has its default.
///
/// ```
/// use eldest::{Position, forward_position};
/// # use eldest::doc::Countdown;
///
/// /// The same game, with a record of how often a move was played.
/// #[derive(Clone)]
/// struct Counted<P> { inner: P, plays: u64 }
///
/// impl<P: Position> Position for Counted<P> {
///     forward_position!(self.inner: P; except play);
///
///     fn play(&mut self, mv: P::Move) -> P::Undo {
///         self.plays += 1;
///         self.inner.play(mv)
///     }
/// }
///
/// let mut counted = Counted { inner: Countdown::new(7), plays: 0 };
/// assert_eq!(counted.plies_left(), Some(7));
/// counted.play(3);
/// assert_eq!((counted.plies_left(), counted.plays), (Some(4), 1));
/// ```
///
/// # What depends on what
/// Exceptions come in groups, for some methods tell the same thing in several ways. Who changes
/// - `key` changes `key_after` too, `key_kind`, and `taken` if that tells what the key does not;
/// - `over` or the values of the game: `bounds`, `bounds_for`, `range` and `granularity`;
/// - `bounds`: `bounds_for`;
/// - `moves`: `relevant_moves`;
/// - the rules by an option: `fingerprint`.
///
/// [`conformance::check`](crate::conformance::check) tries a wrapper as any other game. A name that is
/// no item of the trait is refused:
///
/// ```compile_fail
/// # use eldest::{Position, forward_position};
/// # use eldest::doc::Countdown;
/// # #[derive(Clone)]
/// # struct Wrapper(Countdown);
/// impl Position for Wrapper {
///     forward_position!(self.0: Countdown; except relevent_moves);
/// }
/// ```
#[macro_export]
macro_rules! forward_position {
    ($self:ident . $inner:tt : $type:ty $(; except $($except:ident),+ $(,)?)?) => {
        // What is excepted must be there: whatever is not is taken out of no list.
        $($($crate::forward_position! { @unless $except [$except] {
            compile_error! { concat!("`Position` has no `", stringify!($except), "`") }
        } })+)?
        $crate::forward_position! { @all [$($($except)+)?] $self . $inner : $type }
    };

    (@all $except:tt $self:ident . $inner:tt : $type:ty) => {
        $crate::forward_position! { @unless Move $except {
            type Move = <$type as $crate::Position>::Move;
        } }
        $crate::forward_position! { @unless Undo $except {
            type Undo = <$type as $crate::Position>::Undo;
        } }
        $crate::forward_position! { @unless ALTERNATES $except {
            const ALTERNATES: bool = <$type as $crate::Position>::ALTERNATES;
        } }
        $crate::forward_position! { @unless WIN_DISTANCE $except {
            const WIN_DISTANCE: bool = <$type as $crate::Position>::WIN_DISTANCE;
        } }
        $crate::forward_position! { @unless PATH_DEPENDENT $except {
            const PATH_DEPENDENT: bool = <$type as $crate::Position>::PATH_DEPENDENT;
        } }
        $crate::forward_position! { @unless play $except {
            #[inline(always)]
            fn play(&mut $self, mv: Self::Move) -> Self::Undo {
                $crate::Position::play(&mut $self.$inner, mv)
            }
        } }
        $crate::forward_position! { @unless undo $except {
            #[inline(always)]
            fn undo(&mut $self, mv: Self::Move, undo: Self::Undo) {
                $crate::Position::undo(&mut $self.$inner, mv, undo);
            }
        } }
        $crate::forward_position! { @methods $except $self . $inner
            side() -> $crate::Side;
            key() -> u64;
            taken() -> Option<i32>;
            key_kind() -> $crate::KeyKind;
            over() -> Option<$crate::Score>;
            moves(out: &mut $crate::Moves<'_, Self::Move>) -> ();
            move_code(mv: Self::Move) -> u16;
            relevant_moves(out: &mut $crate::Moves<'_, Self::Move>) -> ();
            bounds() -> $crate::Bounds;
            bounds_for(window: $crate::Window) -> $crate::Bounds;
            key_after(mv: Self::Move) -> Option<u64>;
            plies_left() -> Option<u32>;
            range() -> $crate::Bounds;
            granularity() -> u32;
            fingerprint() -> u64;
        }
    };

    (@methods $except:tt $self:ident . $inner:tt
        $($name:ident($($argument:ident : $type:ty)?) -> $answer:ty;)*
    ) => {
        $($crate::forward_position! { @method $name $except $self . $inner
            [$($argument : $type)?] $answer
        })*
    };
    (@method $name:ident $except:tt $self:ident . $inner:tt
        [$($argument:ident : $type:ty)?] $answer:ty
    ) => {
        $crate::forward_position! { @unless $name $except {
            #[inline(always)]
            fn $name(&$self $(, $argument: $type)?) -> $answer {
                $crate::Position::$name(&$self.$inner $(, $argument)?)
            }
        } }
    };

    // An item, unless its name is in the list: the first of the list goes until it is the name.
    (@unless Move [Move $($rest:ident)*] $item:tt) => {};
    (@unless Undo [Undo $($rest:ident)*] $item:tt) => {};
    (@unless ALTERNATES [ALTERNATES $($rest:ident)*] $item:tt) => {};
    (@unless WIN_DISTANCE [WIN_DISTANCE $($rest:ident)*] $item:tt) => {};
    (@unless PATH_DEPENDENT [PATH_DEPENDENT $($rest:ident)*] $item:tt) => {};
    (@unless play [play $($rest:ident)*] $item:tt) => {};
    (@unless undo [undo $($rest:ident)*] $item:tt) => {};
    (@unless side [side $($rest:ident)*] $item:tt) => {};
    (@unless key [key $($rest:ident)*] $item:tt) => {};
    (@unless taken [taken $($rest:ident)*] $item:tt) => {};
    (@unless key_kind [key_kind $($rest:ident)*] $item:tt) => {};
    (@unless over [over $($rest:ident)*] $item:tt) => {};
    (@unless moves [moves $($rest:ident)*] $item:tt) => {};
    (@unless move_code [move_code $($rest:ident)*] $item:tt) => {};
    (@unless relevant_moves [relevant_moves $($rest:ident)*] $item:tt) => {};
    (@unless bounds [bounds $($rest:ident)*] $item:tt) => {};
    (@unless bounds_for [bounds_for $($rest:ident)*] $item:tt) => {};
    (@unless key_after [key_after $($rest:ident)*] $item:tt) => {};
    (@unless plies_left [plies_left $($rest:ident)*] $item:tt) => {};
    (@unless range [range $($rest:ident)*] $item:tt) => {};
    (@unless granularity [granularity $($rest:ident)*] $item:tt) => {};
    (@unless fingerprint [fingerprint $($rest:ident)*] $item:tt) => {};
    (@unless $name:ident [$other:ident $($rest:ident)*] $item:tt) => {
        $crate::forward_position! { @unless $name [$($rest)*] $item }
    };
    (@unless $name:ident [] { $($item:tt)* }) => { $($item)* };
}

#[cfg(test)]
mod tests;

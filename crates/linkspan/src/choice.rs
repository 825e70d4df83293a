//! Options with a few values, each with a name.

/// A value that is chosen by its name.
pub(crate) trait Choice: Copy + 'static {
    /// All values with their names.
    fn all() -> impl Iterator<Item = (&'static str, Self)>;

    /// The value with this name.
    fn named(name: &str) -> Option<Self> {
        Self::all().find_map(|(other, value)| (other == name).then_some(value))
    }
}

/// Writes an enum whose values have names.
macro_rules! choice {
    (
        $(#[$outer:meta])*
        pub enum $choice:ident {
            $($(#[$inner:meta])* $value:ident = $name:literal,)*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $choice {
            $($(#[$inner])* $value,)*
        }

        impl $crate::choice::Choice for $choice {
            fn all() -> impl Iterator<Item = (&'static str, Self)> {
                [$(($name, Self::$value)),*].into_iter()
            }
        }
    };
}

pub(crate) use choice;

//! Option enums whose values have stable names.

/// An enum whose values can be selected by name.
pub(crate) trait Choice: Copy + 'static {
    /// All values with their names.
    fn all() -> impl Iterator<Item = (&'static str, Self)>;

    /// The value with this name, or `None` if the name is unknown.
    fn named(name: &str) -> Option<Self> {
        Self::all().find_map(|(other, value)| (other == name).then_some(value))
    }
}

/// Defines an enum whose values have names. A value may need a feature: `Name = "name" if "feature"`.
macro_rules! choice {
    (
        $(#[$outer:meta])*
        pub enum $choice:ident {
            $($(#[$inner:meta])* $value:ident = $name:literal $(if $feature:literal)?,)*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $choice {
            $($(#[$inner])* $(#[cfg(feature = $feature)])? $value,)*
        }

        impl $crate::choice::Choice for $choice {
            fn all() -> impl Iterator<Item = (&'static str, Self)> {
                [$($(#[cfg(feature = $feature)])? ($name, Self::$value)),*].into_iter()
            }
        }
    };
}

pub(crate) use choice;

choice! {
    /// Whether candidates of a certain form are links, for options such as
    /// [`Profile::bare_ip`](crate::Profile::bare_ip).
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Linking};
    ///
    /// let detector = Detector::new(Profile::uts58().bare_ip(Linking::Linked));
    /// assert_eq!(detector.links("from 10.0.0.1:22").next().unwrap().text(), "10.0.0.1:22");
    /// ```
    pub enum Linking {
        /// They are text.
        #[default]
        Ignored = "ignored",
        /// They are links.
        Linked = "linked",
    }
}

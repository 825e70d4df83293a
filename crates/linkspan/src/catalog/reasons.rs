//! Reasons and endings as records.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;

use crate::reason::{Ending, Reason};
use crate::uts58::props::link_term;

impl<'t> Reason<'t> {
    /// The fields of the reason, as every surface names them: `id`, `clause`, `about` and `message`.
    ///
    /// ```
    /// use linkspan::{Detector, Finding};
    ///
    /// let detector = Detector::default();
    /// let Some(Finding::Rejected(rejected)) = detector.explain("README.md").next() else { panic!() };
    /// let [id, clause, about, message] = rejected.reason().fields();
    /// assert_eq!(id, ("id", "file-name".into()));
    /// assert_eq!(about, ("about", "README.md".into()));
    /// ```
    #[must_use]
    pub fn fields(&self) -> [(&'static str, Cow<'t, str>); 4] {
        [
            ("id", self.kind.id().into()),
            ("clause", self.kind.clause().into()),
            ("about", self.about.into()),
            ("message", self.to_string().into()),
        ]
    }
}

impl<'t> Ending<'t> {
    /// The fields of the ending, as every surface names them. `character` is the first character
    /// that is not in the link, `code_point` and `link_term` describe it, and `stop` is the rule that
    /// stopped the reading, at the character `stopped_at`. At the end of the text there is no
    /// character.
    ///
    /// ```
    /// use linkspan::{Detector, Finding};
    ///
    /// let detector = Detector::default();
    /// let Some(Finding::Link(link)) = detector.explain("a.com/b. c").next() else { panic!() };
    /// let fields = link.ending().unwrap().fields();
    /// assert_eq!(fields[0], ("rule", Some("soft".into())));
    /// assert_eq!(fields[1], ("character", Some(".".into())));
    /// assert_eq!(fields[2], ("code_point", Some("U+002E".into())));
    /// ```
    #[must_use]
    pub fn fields(&self) -> [(&'static str, Option<Cow<'t, str>>); 9] {
        let first = self.about.chars().next();
        let character = first.and_then(|c| self.about.get(..c.len_utf8()));
        let stopped_at = Some(self.stopped_at).filter(|at| !at.is_empty());
        [
            ("rule", Some(self.rule.id().into())),
            ("character", character.map(Cow::Borrowed)),
            (
                "code_point",
                first.map(|c| format!("U+{:04X}", u32::from(c)).into()),
            ),
            (
                "link_term",
                first.map(|c| format!("{:?}", link_term(c)).into()),
            ),
            ("clause", Some(self.rule.clause().into())),
            ("message", Some(self.rule.sentence().into())),
            ("open", Some(self.open.clone().into())),
            ("stop", Some(self.stop.id().into())),
            ("stopped_at", stopped_at.map(Cow::Borrowed)),
        ]
    }
}

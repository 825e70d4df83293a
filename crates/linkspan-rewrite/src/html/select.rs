//! Decides whether all parsers agree where the `select` elements of a page end.
//!
//! Older browsers ignore most tags in `select`, and read what is in `style` there as markup; newer
//! ones read it as they do elsewhere. They agree about a `select` that contains only options.

/// Elements that all parsers read as elements in `select`, and that contain no raw text.
const OPTIONS: [&str; 3] = ["hr", "optgroup", "option"];

/// Reads a page at each `<`, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Select {
    /// No `select` is open.
    #[default]
    Closed,
    /// One may be open, and everything in it is read in one way.
    Open,
    /// Parsers may disagree about what is open. This is the case to the end of the page.
    Disputed,
}

impl Select {
    /// The state after a `<`, given the text that follows it, up to the next one.
    ///
    /// `<select` opens one even where it may be text, in a script or a comment. That is no reason to
    /// look for the end of the script: if what follows closes an open `select` in every parser,
    /// nothing is open afterwards, whether or not it was before.
    pub(super) fn after(self, piece: &str) -> Self {
        let (is_end, tag) = match piece.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, piece),
        };
        let length = tag.bytes().take_while(|&byte| !ends_name(byte)).count();
        let (name, attributes) = tag.split_at_checked(length).unwrap_or_default();
        // A name at the end of a piece contains the `<` that follows it.
        let is_select = name.eq_ignore_ascii_case("select") && !attributes.is_empty();
        let is_option = OPTIONS
            .iter()
            .any(|option| name.eq_ignore_ascii_case(option));
        let is_simple = (is_select || is_option) && is_simple_tag(attributes);
        match self {
            Self::Closed if is_end || !is_select => Self::Closed,
            Self::Closed | Self::Open if is_simple && is_select && is_end => Self::Closed,
            Self::Closed | Self::Open if is_simple => Self::Open,
            Self::Open if is_simple_comment(piece) => Self::Open,
            Self::Closed | Self::Open | Self::Disputed => Self::Disputed,
        }
    }
}

/// Whether a byte ends the name of a tag.
fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}

/// Whether the text after the name of a tag consists of attributes that every parser reads in the
/// same way, the end of the tag, and text.
fn is_simple_tag(attributes: &str) -> bool {
    /// What was before.
    #[derive(Clone, Copy)]
    enum After {
        Tag,
        Name,
        Equals,
        Quoted(u8),
        Unquoted,
    }
    let mut after = After::Tag;
    for byte in attributes.bytes() {
        let is_sign = matches!(byte, b'"' | b'\'' | b'`' | b'=' | 0);
        after = match (after, byte) {
            (After::Quoted(mark), _) if byte == mark => After::Tag,
            (After::Quoted(mark), _) => After::Quoted(mark),
            (After::Equals, b'>') => return false,
            (_, b'>') => return true,
            (After::Name, b'=') => After::Equals,
            (After::Equals, b'"' | b'\'') => After::Quoted(byte),
            (_, _) if is_sign => return false,
            (After::Tag | After::Name, b'/') => After::Tag,
            (After::Unquoted, _) if is_space(byte) => After::Tag,
            (_, _) if is_space(byte) => after,
            (After::Equals | After::Unquoted, _) => After::Unquoted,
            (After::Tag | After::Name, _) => After::Name,
        };
    }
    false
}

/// Whether the text after `<` is a comment, and text after it: its first `>` ends it.
fn is_simple_comment(piece: &str) -> bool {
    let comment = piece
        .strip_prefix("!--")
        .and_then(|rest| rest.split_once('>'));
    comment.is_some_and(|(comment, _)| comment.ends_with("--"))
}

#[cfg(test)]
mod tests {
    use super::Select;

    fn state(page: &str) -> Select {
        let pieces = page.split('<').skip(1);
        pieces.fold(Select::Closed, Select::after)
    }

    #[test]
    fn options_are_not_disputed() {
        for page in [
            "<p>a</p><select name=x><option value='>'>a<option\tselected value = a/b>b</select>",
            "<SELECT @c=\"x > y\" [(y)]=z/><!--[--><optgroup l=\"\"/><hr></optgroup></SELECT >",
            "<script>'<select></select>'</script><style></style><select><select></select>",
            "<selection><select-x><select<b></b>",
        ] {
            assert_eq!(state(page), Select::Closed, "{page:?}");
        }
        assert_eq!(state("<select><option>"), Select::Open);
        assert_eq!(state("<select>"), Select::Open);
    }

    #[test]
    fn everything_else_is() {
        for page in [
            "<select><b></select>",
            "<select><script>1</select>",
            "<select><p ' a=\"'></select>",
            "<select ' a=\"'></select>",
            "<select title=\"</select>\">",
            "<select =\"</select>\">",
            "<select/=\"</select>\">",
            "<select a/=\"</select>\">",
            "<select></select-x>",
            "<select a==b></select>",
            "<select a=></select>",
            "<select a='b''c'></select><select a=`></select>",
            "<select a=b\"></select>",
            "<select><!--></select>",
            "<select><!-- --!></select>",
            "<select><!--</select>-->",
            "<select></select",
            "<select></select a=\"</select>",
            "<select>< </select>",
            "<select><![CDATA[</select>",
            "<select></ select></select>",
        ] {
            let closed = format!("{page}</select>");
            assert_eq!(state(&closed), Select::Disputed, "{page:?}");
        }
    }
}

//! Texts made to be expensive.

/// Units whose repetition has hurt a linkifier, or looks as if it could hurt this one, with `|` between
/// them.
const UNITS: &str = "\
    [.]|a.co.uk.|\u{1100}\u{1161}.|a|.|:|@|(|/|%|?|#|_|-|a.|a@|a:|@.|:@|a@a.|a.b:|a\n.b:|\
    1.1.|1:|[|[::|http://|://|www.|http://a|http://a.|http://a@|http://a.com|http://a.com@|\
    a.com|a.com |a.com/|a.com/(|a.com/)|a.com/.|a.com:80|a.com?@|a.com#:~:|a.com#:~:(|:~:|\
    mailto:|mailto:a@a.com|\"@|\\\"@|xn--a.|xn--bcher-kva.|%E3%81|。|a。|谢谢。|a.com。|和a.com|\
    a.com和|https://a.com/「|a.com/、|ｃｏｍ．|é|e\u{301}|\u{301}.|\u{AD}a.com|\u{200D}|\
    \u{202E}a.com";

/// All units.
pub fn units() -> impl Iterator<Item = &'static str> {
    UNITS.split('|')
}

/// A unit repeated to about the given number of bytes.
pub fn repeated(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len() + 1)
}

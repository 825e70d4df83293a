//! Words that look like names: missing spaces, initials, tickers, technology.

use super::super::glue::is_unspaced;
use super::{NameOutline, PLAIN_TLDS, file, is_title};
use crate::names::lists::tld::{folded, keys};
use crate::tables::{is_lowercase, is_uppercase};

/// Top-level domains of two letters that are words, with which a sentence can start after a missing
/// space: `here.It is`, `ici.Il est`, `hier.Es ist`. Others are not: `Mail.Ru`, `Twitch.Tv`.
#[rustfmt::skip]
const SHORT_WORDS: &[u64] = &keys([
    "ad", "am", "as", "at", "ba", "be", "by", "ca", "ci", "cu", "de", "do", "es", "et", "eu", "ge",
    "id", "il", "im", "in", "io", "is", "it", "je", "la", "li", "ma", "me", "mu", "my", "na", "ne",
    "no", "nu", "pa", "pm", "sa", "sc", "se", "si", "so", "su", "to", "us", "va", "vi",
]);

/// Those of [`SHORT_WORDS`] with which sites are named more often than sentences start after a
/// capitalised word without a space.
#[rustfmt::skip]
const NAMED_CODES: &[u64] = &keys([
    "ad", "ba", "ca", "ci", "cu", "de", "eu", "ge", "id", "im", "io", "me", "mu", "nu", "pm", "sc",
    "su", "us", "va", "vi",
]);

/// Top-level domains of sites whose name is one letter: `T.ME`.
const SHORT_SITES: &[u64] = &keys(["ai", "co", "gg", "io", "ly", "me", "tv"]);

/// Top-level domains of two letters with which no sentence starts.
const NEVER_WORDS: &[u64] = &keys(["cc", "fm", "gg", "kz", "ly", "ru", "tv", "ua", "uk"]);

/// Abbreviations that are followed by a word: `Mr.Fox`, `Tel.in`.
#[rustfmt::skip]
const ABBREVIATIONS: &[&str] = &[
    "Abb", "Art", "Av", "Bd", "Dr", "Fig", "Inc", "Ltd", "Mr", "Mrs", "Ms", "No", "Nr", "Prof",
    "St", "Tel", "Ver", "Vol",
];

/// Longer top-level domains that are not words.
const NOT_WORDS: &[u64] = &keys([
    "biz", "com", "edu", "gov", "mil", "mobi", "org", "tel", "xyz",
]);

/// Products whose name ends in `.NET`, in lower case.
#[rustfmt::skip]
const DOT_NET: &[&str] = &[
    "accord", "ado", "akka", "ajax", "asp", "aforge", "avro", "blazor", "bot", "c#", "caliburn",
    "dapper", "dot", "f#", "ironpython", "itext", "j#", "json", "lucene", "math", "ml", "mono",
    "paint", "quartz", "rx", "s3", "sharp", "spark", "spring", "tensorflow", "topshelf", "vb",
    "web", "xml",
];

/// Top-level domains of other scripts that are ordinary words. IDN country codes are not among
/// them, except ישראל, whose name starts sentences.
#[rustfmt::skip]
const OTHER_WORDS: &[&str] = &[
    "дети", "онлайн", "сайт", "москва", "ישראל", "موقع", "شبكة", "بازار", "عرب", "संगठन", "商城",
    "商店", "公司", "公益", "集团", "我爱你", "企业", "信息", "娱乐", "家電", "健康", "慈善", "手机", "招聘", "政务", "政府",
    "新闻", "时尚", "机构", "组织机构", "游戏", "珠宝", "移动", "网址", "网店", "网站", "网络", "购物", "通販", "食品", "餐厅",
    "书籍", "在线", "世界", "みんな", "ストア", "セール", "クラウド", "ポイント",
];

/// Words that start or end sentences before such a word.
#[rustfmt::skip]
const COMMON_WORDS: &[&str] = &[
    "שלום", "תודה", "כן", "לא", "привет", "да", "нет", "спасибо", "здравствуйте", "это", "всё",
    "مرحبا", "شكرا", "نعم", "السلام", "नमस्ते", "धन्यवाद", "你好", "谢谢", "好的", "美食", "是的", "はい",
    "どうも",
];

/// Labels that are prose before a top-level domain that is mentioned.
#[rustfmt::skip]
const PROSE_LABELS: &[&str] = &[
    "在", "和", "与", "與", "或", "及", "等", "以", "为", "為", "用", "叫", "如", "像", "带", "帶", "把", "从", "從", "有",
    "我用", "你用", "注册", "註冊", "购买", "購買", "申请", "申請", "选择", "選擇", "支持", "の",
];

/// Words at the end of such labels.
#[rustfmt::skip]
const PROSE_ENDS: &[&str] = &[
    "的", "了", "是", "个", "個", "使用", "采用", "採用", "利用", "以及", "或者", "作为", "作為", "称为", "稱為", "名为", "名為",
    "比如", "例如", "域名", "后缀", "後綴", "结尾", "結尾",
];

/// Words for top-level domains directly after one.
const DOMAIN_WORDS: &[&str] = &[
    "域名",
    "后缀",
    "後綴",
    "结尾",
    "結尾",
    "網域",
    "网域",
    "ドメイン",
    "도메인",
];

/// Exchanges after the code of a security, in capitals: `VALE3.SA`, `0700.HK`.
#[rustfmt::skip]
const EXCHANGES: &[u64] = &keys([
    "AS", "AX", "BA", "BE", "BO", "BR", "CO", "DE", "HK", "IR", "IS", "KS", "MI", "MX", "NZ", "PA",
    "SA", "SI", "SR", "SS", "ST", "SZ", "TO", "TW",
]);

/// Whether a top-level domain is a word of ordinary language.
pub(super) fn is_word(tld: &str) -> bool {
    let Some(key) = folded(tld.as_bytes()) else {
        return true;
    };
    match tld.len() {
        2 => SHORT_WORDS.contains(&key),
        _ => !NOT_WORDS.contains(&key),
    }
}

/// Whether a top-level domain looks like the start of a sentence or a title: `here.It is`, `M.Sc.`,
/// `P.O.Box`, `A.餐厅`.
pub(super) fn is_sentence_end(outline: &NameOutline<'_>) -> bool {
    let NameOutline { labels, tld, .. } = *outline;
    // Most start with a lower-case letter.
    if tld.starts_with(|c: char| c.is_ascii_lowercase()) {
        return is_number(outline) || is_abbreviation(outline);
    }
    if !tld.is_ascii() {
        // `A.中国`: an answer to choose.
        let is_short = labels.chars().nth(1).is_none();
        if is_short && tld.contains(is_unspaced) {
            return true;
        }
        let is_short = is_short || is_any(COMMON_WORDS, labels);
        let has_ascii = || labels.bytes().any(|byte| byte.is_ascii_alphanumeric());
        // Nothing else is about `例子.中国`.
        if !is_short && !has_ascii() && !is_title(tld) {
            return false;
        }
        if is_any(OTHER_WORDS, tld) {
            return is_short;
        }
    }
    if is_number(outline) || is_abbreviation(outline) {
        return true;
    }
    let mut initials = outline.parts().map(|label| {
        let mut chars = label.chars();
        chars.next().is_some_and(is_uppercase) && chars.next().is_none()
    });
    let are_initials = initials.all(|is_initial| is_initial);
    let is_capital = tld.len() == 2 && tld.bytes().all(|byte| byte.is_ascii_uppercase());
    // `X.AI` and `T.ME` are sites.
    if are_initials && is_capital && !outline.has_more() {
        return !outline.is_among(SHORT_SITES);
    }
    let first = outline.first();
    // `4.Ch`
    if is_title(tld) && first.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let is_lower = first.ends_with(is_lowercase) && !first.contains(is_uppercase);
    is_title(tld)
        && match tld.len() {
            // `Spiegel.De`, `Itch.Io`: two capitals are those of a site.
            2 if is_title(first)
                && first.len() > 2
                && !outline.has_more()
                && (outline.is_among(NAMED_CODES) || file::is_known_site(outline)) =>
            {
                false
            }
            // `działa.Co robić`, but `mail.Ru`.
            2 => is_word(tld) || is_lower && !outline.is_among(NEVER_WORDS),
            _ => is_word(tld) && (!is_title(first) || are_initials),
        }
}

/// Whether a word is in a list of words in lower case.
fn is_any(list: &[&str], word: &str) -> bool {
    // The letters of the lists that have capitals are those of Russian.
    let lower = |c: char| match c {
        '\u{401}' => '\u{451}',
        '\u{410}'..='\u{42F}' => char::from_u32(u32::from(c) + 32).unwrap_or(c),
        _ => c,
    };
    // These letters have two bytes in both cases, and most words have another length.
    let is_it =
        |listed: &str| listed.len() == word.len() && listed.chars().eq(word.chars().map(lower));
    list.iter().any(|listed| is_it(listed))
}

/// Whether a top-level domain is mentioned, and the text before its dot is prose: `用.net 开发`,
/// `拡張子は.com です`, `注册.cn域名`. `例子.com`, `华为.com` and `相册.com` are names.
pub(super) fn is_mention(outline: &NameOutline<'_>, after: &str) -> bool {
    let label = outline.labels;
    if outline.has_more() || !outline.tld.is_ascii() || !label.chars().all(is_unspaced) {
        return false;
    }
    // `まんが.com` ends with hiragana too, but not after Han or katakana.
    let mut letters = label.chars().rev();
    let is_hiragana = |c: char| matches!(c, '\u{3041}'..='\u{309F}');
    let is_particle = letters.next().is_some_and(|c| "はがをで".contains(c))
        && letters.next().is_some_and(|c| !is_hiragana(c));
    is_particle
        || PROSE_LABELS.contains(&label)
        || PROSE_ENDS.iter().any(|end| label.ends_with(end))
        || DOMAIN_WORDS.iter().any(|word| after.starts_with(word))
}

/// Whether a number is before a top-level domain that is a word: `3.5.kg`, `section 4.2.in`.
fn is_number(outline: &NameOutline<'_>) -> bool {
    if !outline.labels.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let mut labels = outline.parts().rev();
    let last = labels.next().unwrap_or_default();
    let before = labels.next().unwrap_or_default();
    last.bytes().all(|byte| byte.is_ascii_digit()) && before.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether an abbreviation is before a top-level domain that is a word: `e.g.in`, `Ph.D.in`,
/// `Mr.Fox`, `Fig.no`.
fn is_abbreviation(outline: &NameOutline<'_>) -> bool {
    let tld = outline.tld;
    if !outline.has_more() {
        let first = outline.first();
        return first.starts_with(|c: char| c.is_ascii_uppercase())
            && ABBREVIATIONS.contains(&first)
            && is_word(tld);
    }
    let is_short =
        |label: &str| label.len() < 3 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    let last = outline.parts().next_back().unwrap_or_default();
    tld.len() == 2 && last.len() == 1 && is_word(tld) && outline.parts().all(is_short)
}

/// Whether a name is the code of a security on an exchange: `VALE3.SA`, `0700.HK`.
pub(super) fn is_ticker(outline: &NameOutline<'_>) -> bool {
    let is_upper = |text: &str| {
        let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
        text.bytes().all(is_part)
    };
    outline.tld.len() == 2
        && !outline.has_more()
        && is_upper(outline.tld)
        && is_upper(outline.labels)
        && outline.labels.bytes().any(|byte| byte.is_ascii_digit())
        && outline.is_among(EXCHANGES)
}

/// Whether a name is that of a technology: `ASP.NET`, `学习.NET`, `4.3.2.1.in-addr.arpa`.
pub(super) fn is_technology(outline: &NameOutline<'_>) -> bool {
    if outline.tld.eq_ignore_ascii_case("arpa") {
        return true;
    }
    if !matches!(outline.tld, "NET" | "Net") || outline.has_more() {
        return false;
    }
    let is_product = || {
        let is_it = |product: &&&str| product.eq_ignore_ascii_case(outline.labels);
        DOT_NET.iter().find(is_it).is_some()
    };
    // `学习.NET和C#`, but `VISIT EXAMPLE.NET NOW`.
    let is_text = outline.labels.ends_with(is_unspaced) && outline.tld == "NET";
    is_text || is_product()
}

/// Whether an ASCII top-level domain is a word that starts sentences in text of scripts without
/// spaces: `这个方案很好。AI 会改变一切`.
pub(in crate::judge) fn is_sentence_word(tld: &str) -> bool {
    const SHORT: &[u64] = &keys(["ai", "cd", "fm", "ps", "tv", "ws"]);
    // `ｃｏｍ` is `com` in full width.
    let mut narrow = [0; 8];
    let mut length = 0;
    for c in tld.chars() {
        let c = match c {
            '\u{FF01}'..='\u{FF5E}' => u32::from(c) - 0xFEE0,
            _ => u32::from(c),
        };
        let (Some(place), Ok(byte)) = (narrow.get_mut(length), u8::try_from(c)) else {
            return true;
        };
        *place = byte;
        length += 1;
    }
    let Some(key) = narrow.get(..length).and_then(folded) else {
        return true;
    };
    // Country codes that are not words, and the oldest top-level domains, start no sentence.
    match length {
        2 => SHORT.contains(&key) || SHORT_WORDS.contains(&key),
        _ => !PLAIN_TLDS.contains(&key) && !NOT_WORDS.contains(&key),
    }
}

//! Pages that parsers read in different ways.

/// Tags about which parsers do not agree, or that change how what follows is read.
const ODD: &[&str] = &[
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "</title>",
    "<xmp>",
    "</xmp>",
    "<iframe>",
    "</iframe>",
    "<noembed>",
    "</noembed>",
    "<noframes>",
    "</noframes>",
    "<noscript>",
    "</noscript>",
    "<plaintext>",
    "<svg>",
    "<svg/>",
    "</svg>",
    "<math>",
    "</math>",
    "<mtext>",
    "<mglyph>",
    "<mi>",
    "<annotation-xml encoding=\"text/html\">",
    "<annotation-xml>",
    "<foreignObject>",
    "</foreignObject>",
    "<desc>",
    "<template>",
    "</template>",
    "<select>",
    "</select>",
    "<select><option value=x>y</select>",
    "<select><script>1</select></script>",
    "<p ' a=\"'>",
    "<option>",
    "<frameset>",
    "<frame>",
    "<![CDATA[",
    "]]>",
    "<script/>",
    "<style x='",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "<html>",
    "<font color=x>",
    "<image>",
];

/// Everything else.
const PLAIN: &[&str] = &[
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i class=x>",
    "</i>",
    "<div>",
    "</div>",
    "<a href=x>",
    "<a href=https://example.com/onerror=alert(1)//>x</a>",
    "<a href=\"\" href=\"javascript:x\">",
    "</a>",
    "<br>",
    "</br>",
    "<table>",
    "<tr>",
    "<td>",
    "</td>",
    "<th>",
    "</table>",
    "<caption>",
    "<col>",
    "<colgroup>",
    "<tbody>",
    "<ul>",
    "<li>",
    "<h1>",
    "</h2>",
    "<button>",
    "</button>",
    "<form>",
    "</form>",
    "<nobr>",
    "</nobr>",
    "<marquee>",
    "<object>",
    "<code>",
    "</code>",
    "<pre>",
    "</pre>",
    "<img src=x title=\"",
    "<img src=x title='",
    "<img src=x title=",
    "<p title=\"",
    "\">",
    "'>",
    ">",
    "/>",
    "\"",
    "'",
    "<",
    "</",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<!",
    "<?",
    "<!doctype html>",
    "&amp;",
    "&lt;",
    "&quot;",
    "&",
    "=",
    " ",
    " ",
    "\n",
    "x",
    "<x-y z>",
    "</x-y>",
    "<ruby>",
    "<rt>",
    "<dd>",
    "<input>",
    "<hr>",
    "<details>",
    "<video>",
    "<span onclick=\"",
    "<b/x=",
    "\u{0}",
    "字",
];

/// Pieces that join to markup, a character reference or a line break if nothing is
/// between them.
const JOINING: &[&str] = &[
    "<",
    "<",
    "</",
    "<!",
    "&",
    "&#",
    "&am",
    "\r",
    "<pre>",
    "<a href=x>",
    "<a href=x>",
    "<a href=\"\" >",
    "<A HREF='&lt;' id=1>",
    "<a href=x>y</a>",
    "</a>",
    "</a>",
    "</A >",
    "\n",
    "p;",
    "lt;",
    "lt",
    "60;",
    "img src=x onerror=x()>",
    "img src=x onerror=x() ",
    "!--",
    "!-- x -->",
    "?x>",
    "/p>",
    "/a>",
    "p title='",
    "'>",
    "script>",
    ">",
    "1.1.1.1",
    "<p>",
    "</p>",
    "</br>",
    "<b>",
    "</b>",
    "x",
    " ",
    "\u{FEFF}",
    "a.com",
];

const LINKS: &[&str] = &[
    " https://example.com/onerror=x(1)// ",
    " a.com ",
    "me@example.com",
    " https://b.com/?c&amp;d ",
    "a.com<",
    ">b.com",
];

/// Numbers that look random, and are the same each time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.roll(choices.len())]
    }

    /// A page that parsers may read in different ways.
    pub(crate) fn page(&mut self) -> String {
        let length = 2 + self.roll(16);
        (0..length)
            .map(|_| match self.roll(8) {
                0..=2 => self.pick(ODD),
                3..=5 => self.pick(PLAIN),
                _ => self.pick(LINKS),
            })
            .collect()
    }

    /// A page with none of the tags about which they disagree.
    pub(crate) fn plain_page(&mut self) -> String {
        let length = 2 + self.roll(16);
        (0..length)
            .map(|_| match self.roll(3) {
                0 | 1 => self.pick(PLAIN),
                _ => self.pick(LINKS),
            })
            .collect()
    }

    /// A page whose texts change their meaning if tags between them are removed.
    pub(crate) fn joining_page(&mut self) -> String {
        let length = 2 + self.roll(12);
        (0..length)
            .map(|_| match self.roll(16) {
                0 => self.pick(ODD),
                1 => self.pick(PLAIN),
                2 => self.pick(LINKS),
                _ => self.pick(JOINING),
            })
            .collect()
    }
}

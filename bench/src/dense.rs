//! Texts made here that are full of what costs most: names in lists, addresses, headers, names in other scripts.

use crate::corpus::Corpus;

/// Made texts, each of about this many bytes.
#[must_use]
pub fn corpora(bytes: usize) -> Vec<Corpus> {
    let kinds: [(&str, &[&str]); 8] = [
        ("names", &NAMES),
        ("mail", &MAIL),
        ("IDN", &IDN),
        ("tables", &TABLES),
        ("source", &SOURCE),
        ("logs", &LOGS),
        ("wikitext", &WIKITEXT),
        ("CJK lists", &CJK),
    ];
    let made = kinds
        .into_iter()
        .map(|(name, lines)| made(name, lines, bytes));
    made.collect()
}

/// The texts that fill the places of a line.
const WORDS: [&str; 32] = [
    "alpha", "news", "shop", "mail", "static", "cdn", "www", "blog", "docs", "river", "mountain",
    "green", "data", "cloud", "photo", "music", "city", "garden", "north", "status", "forum",
    "media", "open", "code", "paper", "light", "stone", "api", "support", "events", "x1", "go",
];
const TLDS: [&str; 16] = [
    "com", "org", "net", "io", "de", "co.uk", "fr", "jp", "ru", "app", "dev", "com.br", "info",
    "ly", "me", "store",
];

/// A fixed sequence of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        // Xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 8) % most as u64).unwrap_or(0)
    }
}

/// Lines in which `Ⓦ` is a word, `Ⓣ` a top-level domain and `Ⓝ` a number.
fn made(name: &str, lines: &[&str], bytes: usize) -> Corpus {
    let mut text = String::with_capacity(bytes + 256);
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    while text.len() < bytes {
        for c in lines[numbers.below(lines.len())].chars() {
            match c {
                'Ⓦ' => text.push_str(WORDS[numbers.below(WORDS.len())]),
                'Ⓣ' => text.push_str(TLDS[numbers.below(TLDS.len())]),
                'Ⓝ' => text.push_str(&numbers.below(10_000).to_string()),
                c => text.push(c),
            }
        }
        text.push('\n');
    }
    Corpus {
        name: name.to_owned(),
        text,
    }
}

const NAMES: [&str; 10] = [
    "Ⓦ.Ⓣ, ⓌⓌ.Ⓣ, Ⓦ-Ⓦ.Ⓣ, Ⓦ.Ⓦ.Ⓣ and Ⓦ.Ⓣ",
    "@ⓌⓌ check out Ⓦ.Ⓣ/Ⓦ! RT @Ⓦ: so good... #Ⓦ ⓌⓌ.Ⓣ",
    "new post on ⓌⓌ.Ⓣ :) follow me on Ⓦ.Ⓣ/@Ⓦ and Ⓦ.Ⓣ/Ⓦ/Ⓝ",
    "* Ⓦ.Ⓣ\n* www.Ⓦ.Ⓣ\n* ⓌⓌ.Ⓣ\n* Ⓦ.Ⓦ.Ⓣ:Ⓝ",
    "¡mira esto! Ⓦ.Ⓣ o escribe a Ⓦ@ⓌⓌ.Ⓣ... más en ⓌⓌ.Ⓣ",
    "Всем привет! Смотрите Ⓦ.Ⓣ и ⓌⓌ.Ⓣ, там интересно.",
    "とても良い ⓌⓌ.Ⓣ です。Ⓦ.Ⓣ/Ⓦ も見て！",
    "I'm at Ⓦ Ⓦ (Ⓦ Ⓦ) t.co/ⓌⓃ w/ Ⓝ others pic.Ⓦ.Ⓣ/ⓌⓃ",
    "did u see e.g. v1.Ⓝ or a.k.a. Ⓦ? nope.but maybe Ⓦ.js or Ⓦ.py",
    "مرحبا انظر Ⓦ.Ⓣ و ⓌⓌ.Ⓣ شكرا",
];

const MAIL: [&str; 12] = [
    "From: Ⓦ Ⓦ <Ⓦ.Ⓦ@ⓌⓌ.Ⓣ>",
    "Message-ID: <2026ⓃⓃ.Ⓝ-Ⓝ-Ⓦ.Ⓦ@ⓌⓌ.Ⓣ>",
    "References: <Ⓝ.ⓃⓃ@Ⓦ.Ⓦ.Ⓣ> <caⓌ+ⓃⓌ@mail.gmail.com>\n <Ⓝ@Ⓦ>",
    "Received: from Ⓦ.ⓌⓌ.Ⓣ (Ⓦ.Ⓦ.Ⓣ [10.Ⓝ.0.1]) by Ⓦ.Ⓣ (Postfix) with ESMTP id Ⓝ",
    "Date: Mon, 16 Nov 2026 10:42:07 +0100\nX-Mailer: git-send-email 2.Ⓝ.1",
    "List-Unsubscribe: <https://Ⓦ.Ⓣ/Ⓦ?id=Ⓝ>, <mailto:Ⓦ-leave@Ⓦ.Ⓣ>",
    "Signed-off-by: Ⓦ Ⓦ <Ⓦ@Ⓦ.Ⓣ>\nReviewed-by: Ⓦ Ⓦ <Ⓦ.Ⓦ@Ⓦ.Ⓣ>",
    "> On Ⓝ Nov 2026, Ⓦ <Ⓦ@Ⓦ.Ⓣ> wrote:\n> > I think that this is right; see below.",
    "The patch below changes Ⓦ/Ⓦ.c so that Ⓦ->Ⓦ is checked before it is used.",
    "To: Ⓦ@Ⓦ.Ⓣ, Ⓦ-Ⓦ@vger.kernel.org,\n\tⓌ.Ⓦ@Ⓦ.Ⓣ, \"Ⓦ, Ⓦ\" <Ⓦ@Ⓦ.Ⓣ>",
    "DKIM-Signature: v=1; a=rsa-sha256; d=Ⓦ.Ⓣ; s=Ⓦ; h=from:to:subject; bh=ⓌⓃⓌ=;",
    "diff --git a/Ⓦ/Ⓦ.c b/Ⓦ/Ⓦ.c\nindex Ⓝ..Ⓝ 100644\n@@ -Ⓝ,7 +Ⓝ,9 @@ static int Ⓦ(void)",
];

const IDN: [&str; 10] = [
    "Смотрите сайт привет-мир.рф/страница или почта@пример.рф, там много нового.",
    "Подробности на новости-Ⓦ.рф и www.президент.рф.",
    "Mehr dazu auf www.bücher-Ⓦ.de/größe und müller.Ⓣ, oder an jörg@müller.de.",
    "詳しくは https://日本語.jp/案内/Ⓝ をご覧ください。または 例え.テスト",
    "请访问 http://例子.中国/路径 或者 中文.com 谢谢",
    "انظر موقع https://مثال.إختبار/صفحة و موقع.وزارة-الاتصالات.مصر للمزيد",
    "अधिक जानकारी के लिए http://उदाहरण.भारत देखें।",
    "δείτε το παράδειγμα.ελ και το ελληνικά-Ⓦ.gr σήμερα",
    "자세한 내용은 한국어.한국/안내 또는 도메인-Ⓦ.kr 참고",
    "zobacz żółw-Ⓦ.pl i https://książki.pl/ściągnij?x=Ⓝ dziś",
];

const TABLES: [&str; 8] = [
    "Ⓝ,Ⓦ Ⓦ,Ⓦ@Ⓦ.Ⓣ,https://Ⓦ.Ⓣ/Ⓦ/Ⓝ,1.Ⓝ,12:30:05,10.0.Ⓝ.1",
    "\"Ⓦ, Ⓦ\",\"Ⓦ.Ⓣ\",0.Ⓝ,-3.Ⓝ,2026-11-16T10:42:07.Ⓝ",
    "| Ⓦ | [Ⓦ](https://www.Ⓦ.Ⓣ/Ⓦ?q=Ⓝ) | `Ⓦ.Ⓦ` | Ⓝ.Ⓝ % |",
    "| `metadata.Ⓦ` | string | The Ⓦ of the Ⓦ, as in `spec.Ⓦ.Ⓦ`. |",
    "Ⓝ\tⓌ.Ⓣ\tA\t192.0.2.1\t3600\tns1.Ⓦ.Ⓣ",
    "{\"id\":Ⓝ,\"url\":\"https:\\/\\/Ⓦ.Ⓣ\\/Ⓦ\",\"host\":\"Ⓦ.Ⓣ\",\"mail\":\"Ⓦ@Ⓦ.Ⓣ\"}",
    "<li><a href=\"https://Ⓦ.Ⓣ/Ⓦ\" title=\"Ⓦ\">Ⓦ.Ⓣ</a> (Ⓝ.Ⓝ kB)</li>",
    "Ⓦ=Ⓝ;Ⓦ.Ⓦ=Ⓝ.5;host=Ⓦ.Ⓣ:Ⓝ;path=/Ⓦ/Ⓦ.html",
];

const SOURCE: [&str; 9] = [
    "\t\"github.com/Ⓦ/Ⓦ/pkg/Ⓦ\"\n\t\"golang.org/x/Ⓦ\"",
    "func (s *Ⓦ) Ⓦ(ctx context.Context) error { return s.Ⓦ.Ⓦ(ctx, fmt.Sprintf(\"%v\", s.Ⓦ)) }",
    "\tif err := Ⓦ.Ⓦ(Ⓦ.Ⓦ); err != nil { log.Printf(\"Ⓦ: %v\", err) }",
    "// See https://pkg.go.dev/Ⓦ/Ⓦ#Ⓦ for the details of Ⓦ.Ⓦ.",
    "const Ⓦ = require('./Ⓦ.js'); export default Ⓦ.Ⓦ.map((x) => x.Ⓦ.id);",
    "    self.Ⓦ.iter().filter(|x| x.Ⓦ > 0.Ⓝ).map(Ⓦ::Ⓦ).collect()",
    "import com.Ⓦ.Ⓦ.Ⓦ; // Copyright 2026 Ⓦ <Ⓦ@Ⓦ.Ⓣ>",
    "  \"Ⓦ\": { \"version\": \"1.Ⓝ.0\", \"resolved\": \"https://registry.npmjs.org/Ⓦ/-/Ⓦ-1.Ⓝ.0.tgz\" },",
    "#include <Ⓦ/Ⓦ.h>\nstatic int Ⓦ = a.b->c.d; /* Ⓦ::Ⓦ */",
];

const LOGS: [&str; 7] = [
    "10.0.Ⓝ.1 - - [16/Nov/2026:10:42:07 +0000] \"GET /Ⓦ/Ⓦ?id=Ⓝ HTTP/1.1\" 200 Ⓝ \"https://Ⓦ.Ⓣ/\" \"Mozilla/5.0\"",
    "2026-11-16T10:42:07.Ⓝ INFO  [Ⓦ-Ⓝ] o.s.Ⓦ.Ⓦ - Started Ⓦ in 1.Ⓝ seconds",
    "\tat com.Ⓦ.Ⓦ.Ⓦ.Ⓦ(Ⓦ.java:Ⓝ)",
    "Nov 16 10:42:07 Ⓦ sshd[Ⓝ]: Accepted publickey for Ⓦ from 192.0.2.1 port Ⓝ ssh2",
    "level=info ts=2026-11-16T10:42:07Z caller=Ⓦ.go:Ⓝ msg=\"Ⓦ Ⓦ\" host=Ⓦ.Ⓦ.svc.cluster.local",
    "proxy: Ⓦ.Ⓣ:443 -> 10.1.Ⓝ.7:8080 TLSv1.3 bytes=Ⓝ",
    "ERROR Ⓦ: connection to Ⓦ.Ⓦ.Ⓣ:Ⓝ refused (Ⓦ.Ⓦ)",
];

const WIKITEXT: [&str; 8] = [
    "'''Ⓦ''' is a [[Ⓦ (Ⓦ)|Ⓦ]] in the [[Ⓦ]] of [[Ⓦ]].<ref>{{cite web|url=https://www.Ⓦ.Ⓣ/Ⓦ/Ⓝ|title=Ⓦ Ⓦ|date=2026-11-16}}</ref>",
    "* [https://Ⓦ.Ⓣ/Ⓦ Ⓦ Ⓦ] – official site",
    "| area = Ⓝ.Ⓝ km² | coordinates = {{coord|12.Ⓝ|N|45.Ⓝ|E}}",
    "[[Category:Ⓦ]]\n[[File:Ⓦ Ⓦ.jpg|thumb|Ⓦ of Ⓦ.]]",
    "Das Dorf liegt bei [[Größe]]; siehe auch {{Literatur|Titel=Ⓦ|Online=http://Ⓦ.Ⓣ/Ⓦ_(Ⓦ)}}.",
    "Село находится в {{км|Ⓝ}} от города.<ref name=\"Ⓦ\">[http://Ⓦ.Ⓣ/Ⓦ Ⓦ]</ref> Население — Ⓝ чел.",
    "これは[[日本]]の[[Ⓦ]]である。<ref>{{Cite web|和書|url=https://Ⓦ.Ⓣ/Ⓦ|title=案内}}</ref>",
    "{{reflist|2}}\n== See also ==\nThe population was Ⓝ.It was founded in Ⓝ.",
];

const CJK: [&str; 8] = [
    "- [项目Ⓝ](https://github.com/Ⓦ/Ⓦ) - 一个很好用的工具，支持多种格式。",
    "- Ⓦ.Ⓣ：提供免费的服务，详见https://Ⓦ.Ⓣ/文档/Ⓝ。",
    "* [使い方](https://Ⓦ.Ⓣ/Ⓦ/案内) ― 初めての人のための説明です。",
    "* Ⓦ.jp（公式）と www.Ⓦ.jp/Ⓝ を参照してください。",
    "官方网站：www.Ⓦ.com.cn，邮箱：Ⓦ@Ⓦ.cn；微博：weibo.com/Ⓝ",
    "　　这是一个没有链接的句子。它很长，讲的是另外一件事情，和这里没有关系。",
    "한국어 문서는 https://Ⓦ.kr/문서/Ⓝ 에 있고 Ⓦ.co.kr 도 보세요.",
    "「Ⓦ」は人気です。詳細→https://Ⓦ.Ⓣ/Ⓝ、または(Ⓦ.Ⓣ)へ。",
];

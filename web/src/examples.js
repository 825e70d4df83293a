// Example texts.
export default {
  'Start here': `Paste your ugliest text here.

Links end where people expect: see https://example.com/wiki/Link_(text), (or example.com/path). And "https://example.org/a?b=c#d".
全角标点也一样：请访问https://example.com/路径。谢谢！ 詳しくは「https://例え.jp/パス」をご覧ください。
Mail me@example.com, or συν@παράδειγμα.ελ; README.md, node.js and co.uk are not links.
Who is this? https://аррӏе.com/ is not the company you think.
`,
  'Twenty scripts': `Latin: bücher.example.com/straße and https://example.com/naïve.
Cyrillic: смотри пример.рф/путь, или почта@пример.рф.
Greek: δείτε https://παράδειγμα.ελ/μονοπάτι· και
Arabic: انظر https://مثال.شبكة/مسار، ثم
Hebrew: ראו https://דוגמה.קום/נתיב.
Devanagari: देखें https://उदाहरण.भारत/पथ। फिर
Bengali: দেখুন https://উদাহরণ.ভারত/পথ। তারপর
Gurmukhi: ਵੇਖੋ https://ਉਦਾਹਰਣ.ਭਾਰਤ/ਪਥ।
Gujarati: જુઓ https://ઉદાહરણ.ભારત/પથ.
Tamil: பார்க்க https://எடுத்துக்காட்டு.இந்தியா/பாதை.
Telugu: చూడండి https://ఉదాహరణ.భారత్/మార్గం.
Kannada: ನೋಡಿ https://ಉದಾಹರಣೆ.ಭಾರತ/ಪಥ.
Malayalam: കാണുക https://ഉദാഹരണം.ഭാരതം/പാത.
Sinhala: බලන්න https://උදාහරණ.ලංකා/මඟ.
Thai: ดูที่https://ตัวอย่าง.ไทย/เส้นทาง แล้ว
Lao: ເບິ່ງ https://ຕົວຢ່າງ.ລາວ/ທາງ.
Georgian: ნახეთ https://მაგალითი.გე/გზა.
Armenian: տեսեք https://օրինակ.հայ/ուղի։
Han: 请看https://例子.中国/路径，然后
Japanese: 「https://例え.jp/小道」を見て。
Hangul: https://예.한국/길을 보세요.
Ethiopic: https://example.com/መንገድ። ከዚያ
Emoji: 🙂https://example.com/🙂 🎉
`,
  Spoofs: `https://аррӏе.com/ looks like apple.com
https://раураl.com/login
https://example.com\u202E/moc.knab
https://google.com@evil.example/
https://xn--80ak6aa92e.com/
paypa1.com, rnicrosoft.com, example.com.evil.example
https://ɢoogle.com/
`,
  Prose: `The files main.rs, index.html and package.json are not links, and neither are Node.js, ASP.NET or 3.14.
A sentence.Another sentence without a space. And so on...
But example.com is, and www.example.org/a-b_c; also https://en.wikipedia.org/wiki/Berlin_(Band).
He said: "Look at https://example.com/x!" (Really: https://example.com/y?)
Write to first.last+tag@example.co.uk, mailto:someone@example.com, or call.
https://user@example.com:8080/path;p=1?q=%C3%A9&x[]=1#frag:~:text=a
`,
  Markdown: `**https://example.com/a**。 _https://example.com/b_, \`https://example.com/c\`
[text](https://example.com/d) <https://example.com/e> https://example.com/*f*/g
| https://example.com/h | (https://example.com/i) |
`,
};

// Three hundred chat messages in 15 languages: half of them without a link, as chats are.
const TEMPLATES = [
  'did you see {url}?', 'lol {url}', 'check {url} when you can', 'no link here, just words', 'ok see you at 5',
  'please mail {mail} about it', 'the file README.md is broken', 'hey @anna look at {name} please',
  'schau mal {url}', 'Danke! Bis morgen.', 'Ich habe {name} gefunden, super', 'Schreib an {mail}, bitte',
  'regarde {url} !', 'merci beaucoup, à demain', 'voir aussi {name}',
  'mira {url}', '¿qué tal? nos vemos', 'escribe a {mail} por favor',
  'olha {url}', 'bom dia, tudo bem?', 'şuna bak {url}', 'günaydın herkese', 'δες {url}', 'καλημέρα σε όλους',
  'смотри {url}', 'привет, как дела?', 'сайт пример.рф работает', 'пиши на {mail}',
  '请看{url}。谢谢', '大家好，今天天气不错', '我觉得可以，{url}这个不错', '官网是{name}，快去看',
  'これ見て{url} すごい', 'おはようございます', '詳しくは{name}へ',
  '이거 봐 {url} 대박', '안녕하세요 여러분', '{name}에서 확인하세요',
  'شاهد {url} الآن', 'مرحبا كيف حالك', 'תראה {url} עכשיו', 'מה שלומך היום',
  'यह देखो {url}', 'नमस्ते, कैसे हो आप?', 'ดูนี่ {url}', 'สวัสดีครับทุกคน',
];
const VALUES = {
  url: ['https://example.com/a', 'https://github.com/x/y/pull/12', 'http://news.site.org/2024/01/item?id=5&x=1',
    'https://en.wikipedia.org/wiki/Foo_(bar)', 'https://youtu.be/dQw4w9WgXcQ', 'https://bücher.de/x'],
  name: ['example.com', 'docs.rs/regex', 'www.bbc.co.uk/news', 't.me/abc'],
  mail: ['anna@example.com', 'first.last@sub.example.org'],
};

export const CHAT = Array.from({ length: 300 }, (_, i) => TEMPLATES[i * 7 % TEMPLATES.length].replace(/\{(\w+)\}/, (_, name) => VALUES[name][i % VALUES[name].length]));

// The same question in other languages.
const quoted = (text) => JSON.stringify(text);
const inRust = (text) => `"${text.replace(/[\\"\u0000-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/g, (c) => (
  c === '\\' || c === '"' ? `\\${c}` : c === '\n' ? '\\n' : `\\u{${c.codePointAt(0).toString(16)}}`))}"`;
const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const method = { recommended: 'Detector::new(Profile::recommended())', uts58: 'Detector::uts58()' };

export const copies = {
  Rust: (text, profile) => `let detector = ${method[profile] ?? `Detector::new(Profile::${profile}())`};
for link in detector.links(${inRust(text)}) {
    println!("{}", link.href());
}
`,
  JavaScript: (text, profile) => `import { find } from 'linkspan';
for (const link of find(${quoted(text)}, '${profile}')) console.log(link.href);
`,
  Python: (text, profile) => `import linkspan
for link in linkspan.find(${quoted(text)}, profile="${profile}"):
    print(link.href)
`,
  shell: (text, profile) => `printf %s ${inShell(text)} | linkspan find --profile ${profile}
`,
};

/** A text with ⸠ and ⸡ around its links. */
export function marked(text, places) {
  let done = 0;
  let out = '';
  for (const [start, end] of places) {
    out += `${text.slice(done, start)}⸠${text.slice(start, end)}⸡`;
    done = end;
  }
  return out + text.slice(done);
}

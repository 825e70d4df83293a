// UTF-8, also where there is no TextEncoder, such as in Jest with jsdom. Both are created when they
// are first used.

let encoder;
let decoder;

/** Writes a text to the start of `bytes`, which has room for it. Returns the number of bytes. */
export function encode(text, bytes) {
  if (typeof TextEncoder === 'undefined') return encodeEach(text, bytes);
  encoder ??= new TextEncoder();
  return encoder.encodeInto(text, bytes).written;
}

/** The text of bytes that are valid. */
export function decode(bytes) {
  if (typeof TextDecoder === 'undefined') return decodeEach(bytes);
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes);
}

/** What `encode` does, character by character. Half of a surrogate pair becomes U+FFFD. */
export function encodeEach(text, bytes) {
  let at = 0;
  for (const c of text) {
    const code = c.codePointAt(0);
    const scalar = code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
    if (scalar < 0x80) {
      bytes[at++] = scalar;
      continue;
    }
    const more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    bytes[at++] = (0xff << (7 - more)) & 0xff | scalar >> (6 * more);
    for (let left = more - 1; left >= 0; left--) bytes[at++] = 0x80 | (scalar >> (6 * left)) & 0x3f;
  }
  return at;
}

/** What `decode` does, byte by byte. */
export function decodeEach(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++];
    const more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let left = more; left > 0; left--) code = code << 6 | bytes[at++] & 0x3f;
    text += String.fromCodePoint(code);
  }
  return text;
}

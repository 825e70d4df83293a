// UTF-8, also where there is no TextEncoder, such as in Jest with jsdom. Both are created when they
// are first used.

let encoder;
let decoder;

/** Writes a text to the start of `bytes`, which has room for it. Returns the number of bytes. */
export function encode(text, bytes) {
  if (typeof TextEncoder === 'undefined') return encodeSlowly(text, bytes);
  encoder ??= new TextEncoder();
  return encoder.encodeInto(text, bytes).written;
}

/** The text of bytes that are valid. */
export function decode(bytes) {
  if (typeof TextDecoder === 'undefined') return decodeSlowly(bytes);
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes);
}

/** What `encode` does, with older functions. Half of a surrogate pair becomes U+FFFD. */
export function encodeSlowly(text, bytes) {
  const all = unescape(encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')));
  for (let i = 0; i < all.length; i++) bytes[i] = all.charCodeAt(i);
  return all.length;
}

/** What `decode` does, with older functions. */
export const decodeSlowly = (bytes) => decodeURIComponent(Array.from(bytes, (byte) => `%${(256 + byte).toString(16).slice(1)}`).join(''));

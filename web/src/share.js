// The state of the page in its address: `#view` or `#view/` and the state, compressed.
const LONGEST = 8000;

async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  // What is wrong is said where it is read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

/** The part of an address that shares a state; null if it would be too long. */
export async function packed(view, state) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(state)));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const hash = `#${view}/${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
  return hash.length > LONGEST ? null : hash;
}

/** The view and the state of an address. The state is null if the address has no state, and undefined if it cannot be read. */
export async function unpacked(hash) {
  const [, view, data] = /^#?([a-z]*)(?:\/(.*))?$/s.exec(hash) ?? [];
  if (!data) return { view, state: null };
  try {
    if (data.length > 4 * LONGEST) throw new Error('too long');
    const binary = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(binary, (c) => c.charCodeAt(0)));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return { view, state: state && typeof state === 'object' ? state : undefined };
  } catch {
    return { view, state: undefined };
  }
}

// Starts the package where a file must be fetched.
import { become, loadBy, problem, status, use, wasm } from './core.js';

async function compile(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  const response = typeof Response === 'function' && given instanceof Response ? given : await fetch(given);
  if (!response.ok) throw problem(`${response.url || given}: ${response.status} ${response.statusText}`);
  // A server that does not know the type still sends the same bytes.
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  // Not in one expression: in development, Next.js puts the call into a function.
  const bytes = await response.arrayBuffer();
  return WebAssembly.compile(bytes);
}

// A script that is not a module, such as the IIFE of a bundler, does not know where it is.
function urlOf(url) {
  try {
    return url();
  } catch (cause) {
    throw problem('this script does not know where its file is; call `init` with the URL', Error, { cause });
  }
}

/** The functions that start the package, whose file has the URL that `url` returns. */
export function loader(url) {
  let fetching;
  const fetched = () => {
    fetching ??= (async () => use(await compile(urlOf(url))))().finally(() => { fetching = undefined; });
    return fetching;
  };
  const attempts = new Set();
  async function init(source) {
    if (wasm) return;
    // A source that is given does not wait for a download that may fail.
    const attempt = source === undefined ? fetched() : compile(source).then(use);
    attempts.add(attempt);
    try {
      await attempt;
    } catch (error) {
      attempts.delete(attempt);
      // But a download is not needed if the program gives a source.
      if (source === undefined) await Promise.allSettled(attempts);
      if (wasm) return;
      if (attempts.size === 0) become('failed');
      throw error;
    } finally {
      attempts.delete(attempt);
    }
  }
  // Something waits for the package. After a failure, only a network that is back is a reason to try again.
  const load = () => {
    if (status === 'waiting' && fetching) return;
    init().catch(() => globalThis.addEventListener?.('online', load, { once: true }));
  };
  loadBy(load);
  // Starts the package when something waits for it.
  class Ready extends Promise {
    then(...calls) {
      return init().then(...calls);
    }
  }
  return {
    init,
    initSync(source) {
      if (!wasm) use(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source));
    },
    ready: new Ready(() => {}),
  };
}

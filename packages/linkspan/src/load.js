// Starts the package where a file must be fetched.
import { become, loadBy, problem, use, wasm } from './core.js';
import { VERSION } from './layout.js';

// The file of `linkspan`, or the promise of it. It has all that `linkspan/lite` needs, so a program
// that starts both loads no other.
const SHARED = Symbol.for(`linkspan ${VERSION}`);

// A module of another realm, as in the sandbox of Next.js, is one too.
const isModule = (value) => value?.[Symbol.toStringTag] === 'WebAssembly.Module';

async function compile(source) {
  const given = await source;
  if (isModule(given)) return given;
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
    throw problem('the place of the WebAssembly is not known; pass its URL to `init`', Error, { cause });
  }
}

/**
 * The functions that start the package, whose file has the URL that `url` returns. A package that
 * `gives` shares its file with one that `takes`.
 */
export function loader(url, role) {
  const share = (module) => {
    if (role === 'gives') globalThis[SHARED] = module;
    return module;
  };
  const start = (module) => use(share(module));
  async function get() {
    if (role === 'takes') {
      // The program has its turn first: it may start `linkspan`.
      await null;
      try {
        const shared = await globalThis[SHARED];
        if (shared) return shared;
      } catch {
        // This file may come although that one did not.
      }
    }
    return share(compile(urlOf(url)));
  }
  let fetching;
  const fetched = () => {
    fetching ??= get().then(start).finally(() => { fetching = undefined; });
    return fetching;
  };
  const attempts = new Set();
  async function init(source) {
    if (wasm) return;
    // A source that is given does not wait for a download that may fail.
    const attempt = source === undefined ? fetched() : share(compile(source)).then(start);
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
    if (role === 'takes' && isModule(globalThis[SHARED])) start(globalThis[SHARED]);
    else if (!fetching) init().catch(() => globalThis.addEventListener?.('online', load, { once: true }));
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
      if (!wasm) start(isModule(source) ? source : new WebAssembly.Module(source));
    },
    ready: new Ready(() => {}),
  };
}

// The package as a browser gets it, in this process: bundled for browsers, with a network that the
// test controls.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const home = fileURLToPath(new URL('../', import.meta.url));
let count = 0;

/** Imports a new copy of what `source` exports. */
export async function load(source, options = {}) {
  // Beside the hosts, which are those of the test.
  const folder = `${home}node_modules/.linkspan`;
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/${process.pid}-${count += 1}.mjs`;
  const { outputFiles: [{ text }] } = await bundled(source, options);
  writeFileSync(path, text);
  const made = await import(pathToFileURL(path).href);
  rmSync(path);
  return made;
}

/** Bundles `source` for browsers. */
export const bundled = (source, options = {}) => build({
  stdin: { contents: source, resolveDir: home },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  logLevel: 'error',
  external: ['react', 'react-dom', 'prosemirror-*', '@codemirror/*', '@lexical/*', 'lexical', 'react-markdown', 'markdown-it', 'marked', 'remark'],
  ...options,
});

// After everything that is under way.
export const turn = () => new Promise((done) => { setTimeout(done, 0); });

/** Takes the place of the network: requests wait until they are answered. */
export class Network {
  waiting = [];
  requests = [];
  #before = [globalThis.fetch, WebAssembly.compileStreaming];
  #compiled = [];
  constructor() {
    WebAssembly.compileStreaming = (response) => {
      const module = response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
      this.#compiled.push(module);
      return module;
    };
    globalThis.fetch = (url) => new Promise((done, fail) => {
      this.requests.push(basename(String(url)));
      this.waiting.push({ url, done, fail });
    });
  }
  /** Sends the files, or an error. */
  async answer(error) {
    await turn();
    for (const { url, done, fail } of this.waiting.splice(0)) {
      if (error) fail(error);
      else done(new Response(readFileSync(`${home}dist/${basename(String(url))}`), { headers: { 'content-type': 'application/wasm' } }));
    }
    await turn();
    await Promise.all(this.#compiled);
    await turn();
  }
  close() {
    [globalThis.fetch, WebAssembly.compileStreaming] = this.#before;
  }
}

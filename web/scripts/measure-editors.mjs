// How long a key takes in the adapters, in a text of a megabyte: node scripts/measure-editors.mjs
import { started } from '../test/support.mjs';

const all = await started();
const page = await all.browser.newPage();
await page.goto(`${all.url}editors.html?text=`, { waitUntil: 'load' });
await page.waitForSelector('html[data-ready]');
const measured = await page.evaluate(() => {
  const line = 'Some prose without anything to link, then https://example.com/path and more words.';
  const text = Array.from({ length: 12_500 }, () => line).join('\n');
  const { editors } = window;
  const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
  const time = (run) => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  const rounds = (run, count = 41) => median(Array.from({ length: count }, (_, i) => time(() => run(i))));
  const found = {};
  // With the plugin and without it, in turn; the difference is what the plugin costs.
  for (const name of ['decorations', 'marks', 'tiptap']) {
    editors[name].text = text;
    const { view } = editors[name];
    let withIt = view.state;
    let without = view.state.reconfigure({ plugins: view.state.plugins.filter((plugin) => !plugin.spec.linkspan) });
    const middle = Math.floor(withIt.doc.content.size / 2);
    const [own, host] = [[], []];
    for (let i = 0; i < 41; i++) {
      own.push(time(() => { withIt = withIt.apply(withIt.tr.insertText('x', middle)); }));
      host.push(time(() => { without = without.apply(without.tr.insertText('x', middle)); }));
    }
    found[name] = median(own) - median(host);
    editors[name].text = '';
  }
  editors.codemirror.text = text;
  let state = editors.codemirror.view.state;
  found.codemirror = rounds(() => { state = state.update({ changes: { from: 500_000, insert: 'x' } }).state; });
  editors.codemirror.text = '';
  editors.textarea.text = text;
  const { textarea, linked } = editors.textarea;
  found.textarea = median(Array.from({ length: 21 }, () => {
    textarea.setRangeText('x', 500_000, 500_000);
    return time(() => linked.update());
  }));
  editors.textarea.text = '';
  editors.editable.text = text;
  const { element, linked: blocks } = editors.editable;
  blocks.update();
  const node = element.childNodes[6000].firstChild;
  found.editable = rounds(() => {
    node.insertData(3, 'x');
    blocks.update();
  }, 21);
  editors.editable.text = '';
  editors.lexical.text = text;
  const { editor } = editors.lexical;
  const key = () => rounds(() => editor.update(() => {
    const [, first] = [...editor.getEditorState()._nodeMap].find(([, one]) => one.getType() === 'text');
    first.setTextContent(`${first.getTextContent()}x`);
  }, { discrete: true }), 21);
  const withIt = key();
  editors.lexical.end();
  found.lexical = withIt - key();
  return found;
});
for (const [name, milliseconds] of Object.entries(measured)) console.log(`${name}: ${milliseconds.toFixed(2)} ms`);
await all.end();

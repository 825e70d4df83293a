// Links while one types, in every editor, in Chromium: after every step the links are those of a fresh search, without
// those that were dismissed. LINKSPAN_FULL=1 adds Firefox and a megabyte of text, which take minutes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { server } from '../scripts/serve.mjs';
import { waitFor } from './support.mjs';

const EDITORS = ['decorations', 'marks', 'tiptap', 'codemirror', 'lexical', 'textarea', 'editable'];
const shots = fileURLToPath(new URL('../../target/web/', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const BROWSERS = {
  Chromium: [['chromium', 'chromium-browser', 'google-chrome'], { args: ['--no-sandbox', '--disable-gpu'] }],
  Firefox: [['firefox-esr', 'firefox'], { browser: 'firefox' }],
};
const isFull = Boolean(process.env.LINKSPAN_FULL);
const programs = (names) => names.find((name) => spawnSync(name, ['--version']).status === 0);

for (const [browserName, [names, options]] of Object.entries(BROWSERS)) {
  const program = programs(names);
  const isLeftOut = browserName === 'Firefox' && !isFull;
  const skip = isLeftOut ? 'Firefox is for LINKSPAN_FULL=1' : !program && `${browserName} is absent; install ${names[0]}`;
  describe(browserName, { skip, timeout: 900_000 }, () => {
    let browser;
    let served;
    let page;
    const wrong = [];

    before(async () => {
      mkdirSync(shots, { recursive: true });
      served = server('/x/');
      await new Promise((done) => { served.listen(0, '127.0.0.1', done); });
      const executablePath = spawnSync('which', [program]).stdout.toString().trim();
      browser = await puppeteer.launch({ executablePath, ...options });
      page = await browser.newPage();
      await page.setViewport({ width: 1200, height: 1000 });
      page.on('pageerror', (error) => wrong.push(String(error)));
      page.on('console', (message) => { if (message.type() === 'error') wrong.push(message.text()); });
      await page.goto(`http://127.0.0.1:${served.address().port}/x/editors.html`, { waitUntil: 'load' });
      await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
    });
    after(async () => {
      await browser?.close();
      served?.closeAllConnections();
      served?.close();
      assert.deepEqual(wrong, []);
    });

    const look = (name) => page.evaluate((which) => {
      const one = window.editors[which];
      return { text: one.text, links: one.links, shown: one.shown.map((link) => link.textContent), fresh: window.fresh(one.text) };
    }, name);
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    /** Waits until the links are the expected ones, or else those of a fresh search, and are shown. */
    const settled = (name, expected) => waitFor(() => look(name), ({ links, shown, fresh }) => {
      // CodeMirror draws what is visible.
      const areShown = name === 'codemirror' ? links.join('').includes(shown.join('')) && shown.length >= Math.min(links.length, 3) : shown.join('') === links.join('');
      return same(links, expected ?? fresh) && areShown;
    }, 10_000);
    const press = async (key, ...held) => {
      for (const one of held) await page.keyboard.down(one);
      await page.keyboard.press(key);
      for (const one of held) await page.keyboard.up(one);
    };
    const start = async (name, text = '') => {
      await page.evaluate((which, value) => {
        const one = window.editors[which];
        document.getElementById(which).scrollIntoView({ block: 'center' });
        one.text = value;
        one.focus();
      }, name, text);
      if (text) await press('End', 'Control');
      await settled(name);
    };
    // Within 200 ms after the focus, ProseMirror takes a caret at the start for a mistake of the browser, and puts it back.
    const pause = () => new Promise((done) => { setTimeout(done, 250); });
    const put = (name, text) => page.evaluate((which, value, isFirefox) => {
      const { activeElement } = document;
      // A script cannot put data into a paste event of Firefox.
      if (isFirefox || ['textarea', 'editable'].includes(which)) {
        document.execCommand('insertText', false, value);
        return;
      }
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', value);
      activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, name, text, browserName === 'Firefox');
    const click = (name, action) => page.evaluate((which, what) => window.editors[which][what](), name, action);
    const each = (title, run) => {
      for (const name of EDITORS) test(`${name}: ${title}`, { timeout: 300_000 }, () => run(name));
    };

    each('typing, one key after the other', async (name) => {
      await start(name);
      for (const char of 'see (https://a.com/x_(y)), b.com. 请访问https://c.com/路径。 README.md me@d.com') {
        await page.keyboard.type(char);
        await settled(name);
      }
      assert.deepEqual((await look(name)).links, ['https://a.com/x_(y)', 'b.com', 'https://c.com/路径', 'me@d.com']);
      for (let i = 0; i < 20; i++) {
        await page.keyboard.press('Backspace');
        await settled(name);
      }
    });

    each('paste, undo and redo', async (name) => {
      await start(name, 'see ');
      await put(name, 'https://a.com/x, (b.com) and 中文.com');
      await settled(name, ['https://a.com/x', 'b.com', '中文.com']);
      await press('z', 'Control');
      await settled(name);
      await press('y', 'Control');
      await settled(name);
      await page.keyboard.type('/y');
      await settled(name);
    });

    each('edits in a link and at its ends', async (name) => {
      await start(name, 'see example.com now');
      for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('/path');
      await settled(name, ['example.com/path']);
      await page.keyboard.type('.');
      await settled(name, ['example.com/path']);
      await page.keyboard.press('Backspace');
      for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('x');
      await settled(name);
      await page.keyboard.press('Delete');
      await settled(name);
      await pause();
      await press('Home');
      await page.keyboard.type('www.a.com,');
      await settled(name);
    });

    each('a link that was dismissed stays text', async (name) => {
      await start(name, 'b.org and a.com');
      await click(name, 'dismiss');
      await settled(name, ['b.org']);
      await page.keyboard.type('/x');
      await settled(name, ['b.org']);
      await page.keyboard.type(' and c.net');
      await settled(name, ['b.org', 'c.net']);
      await pause();
      await press('Home');
      await page.keyboard.type('see ');
      await settled(name, ['b.org', 'c.net']);
      await press('z', 'Control');
      await waitFor(() => look(name), ({ links }) => !links.some((link) => link.startsWith('a.com')), 5000);
    });

    each('paragraphs are split and joined', async (name) => {
      await start(name, 'see example.com/path');
      for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await settled(name);
      await page.keyboard.press('Backspace');
      await settled(name, ['example.com/path']);
    });

    each('right-to-left text', async (name) => {
      await start(name);
      for (const char of 'ראו https://דוגמה.com/אב, שם') {
        await page.keyboard.type(char);
        await settled(name);
      }
      assert.equal((await look(name)).links.length, 1);
    });

    // A tenth of a megabyte, or all of it.
    const count = isFull ? 12_500 : 1_250;
    each(`text of ${count} lines`, async (name) => {
      const line = 'Some prose without anything to link, then https://example.com/path and more words.';
      await start(name, Array.from({ length: count }, () => line).join('\n'));
      await page.keyboard.type(' b.com');
      const { links, text } = await waitFor(() => look(name), (now) => now.links.at(-1) === 'b.com', 60_000);
      assert.ok(text.length > count * 80);
      assert.equal(links.length, count + 1);
      await start(name);
    });

    each('an input method', async (name) => {
      // What a script does instead of one in Firefox is not what Lexical expects.
      if (browserName === 'Firefox' && name === 'lexical') return;
      await start(name, 'https://example.com/');
      await pause();
      const client = browserName === 'Chromium' ? await page.createCDPSession() : null;
      const compose = async (steps, done) => {
        if (client) {
          for (const text of steps) await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
          await client.send('Input.insertText', { text: done });
        } else await page.evaluate(composed, steps, done);
        await pause();
      };
      await compose(['l', 'lu', '路', '路j', '路径'], '路径');
      await settled(name, ['https://example.com/路径']);
      await compose(['。'], '。');
      await settled(name, ['https://example.com/路径']);
      await compose(['に', 'にほ', '日本'], '日本');
      await settled(name);
      await client?.detach();
    });

    test('what editors do alone', async () => {
      const typed = '(see https://a.com/x_(y)) 请访问https://c.com/路径。 b.com/z. README.md ';
      for (const name of ['tiptap-alone', 'lexical-alone']) {
        await page.evaluate((which) => {
          document.getElementById(which).scrollIntoView({ block: 'center' });
          window.editors[which].text = '';
          window.editors[which].focus();
        }, name);
        await page.keyboard.type(typed);
        const { links, fresh } = await look(name);
        assert.deepEqual(fresh, ['https://a.com/x_(y)', 'https://c.com/路径', 'b.com/z']);
        assert.notDeepEqual(links, fresh, name);
        console.log(`${name}: ${JSON.stringify(links)}`);
      }
    });

    // Once is enough: what axe looks at is the same in both.
    if (browserName === 'Chromium') test('nothing hinders people', async () => {
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
        await page.screenshot({ path: `${shots}editors-${value}.png`, fullPage: true });
      }
    });
  });
}

// What an input method does to a page, where a test cannot use one: events, and text that changes between them.
function composed(steps, done) {
  const target = document.activeElement;
  const fire = (type, data) => target.dispatchEvent(new CompositionEvent(type, { data, bubbles: true, cancelable: type === 'compositionstart' }));
  const isField = target.tagName === 'TEXTAREA';
  fire('compositionstart', '');
  let length = 0;
  for (const text of [...steps, done]) {
    fire('compositionupdate', text);
    if (isField) {
      const at = target.selectionStart - length;
      target.setRangeText(text, at, at + length, 'end');
    } else {
      const selection = getSelection();
      let { focusNode: node, focusOffset: offset } = selection;
      if (node.nodeType !== 3) {
        const found = document.createTreeWalker(node, 4);
        let last;
        while (found.nextNode()) last = found.currentNode;
        [node, offset] = [last, last.length];
      }
      node.replaceData(offset - length, length, text);
      selection.collapse(node, offset - length + text.length);
    }
    length = text.length;
    target.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertCompositionText', isComposing: true, bubbles: true }));
  }
  fire('compositionend', done);
}

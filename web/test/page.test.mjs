// The page as people use it, in Chromium.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { find } from 'linkspan';
import { focus, marks, opened, paste, skip, started, waitFor } from './support.mjs';

const shots = fileURLToPath(new URL('../../target/web/', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const dark = [{ name: 'prefers-color-scheme', value: 'dark' }, { name: 'prefers-reduced-motion', value: 'reduce' }];
const press = async (page, key, ...held) => {
  for (const one of held) await page.keyboard.down(one);
  await page.keyboard.press(key);
  for (const one of held) await page.keyboard.up(one);
};
const has = (kind, ...texts) => (all) => JSON.stringify(all[kind]) === JSON.stringify(texts);
const textOf = (page, selector) => page.$eval(selector, (one) => one.textContent);

// The list follows the marks.
const listed = (page, first) => waitFor(() => page.$$eval('.findings button', (list) => list.map((one) => one.textContent)), ([now]) => now === first);

let all;
before(async () => {
  if (skip) return;
  mkdirSync(shots, { recursive: true });
  all = await started();
});
after(() => all?.end());

const check = (name, options, run = options) => test(name, { skip, timeout: 300_000 }, async () => {
  const { hash, ...rest } = typeof options === 'object' ? options : {};
  const one = await opened(all, hash, rest);
  try {
    await run(one);
    assert.deepEqual(one.wrong, []);
    assert.deepEqual([...one.asked], [new URL(all.url).origin]);
  } finally {
    await one.context.close();
  }
});

check('links are marked while one types, and edits are undone', async ({ page }) => {
  await paste(page, '');
  await page.keyboard.type('see (example.com/a) and README.md, https://例え.jp/é。');
  await waitFor(() => marks(page), (now) => has('link', 'example.com/a', 'https://例え.jp/é')(now) && has('rejected', 'README.md')(now));
  await press(page, 'z', 'Control');
  await waitFor(() => marks(page), (now) => !has('link', 'example.com/a', 'https://例え.jp/é')(now));
  await press(page, 'y', 'Control');
  await waitFor(() => marks(page), has('link', 'example.com/a', 'https://例え.jp/é'));
  await press(page, 'Home', 'Control');
  await page.keyboard.type('b.com\n');
  await waitFor(() => marks(page), has('link', 'b.com', 'example.com/a', 'https://例え.jp/é'));
  for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace');
  await waitFor(() => marks(page), has('link', 'example.com/a', 'https://例え.jp/é'));
});

check('what is unlinked stays so, until it is undone', async ({ page }) => {
  await paste(page, 'see a.com and b.com');
  await waitFor(() => marks(page), has('link', 'a.com', 'b.com'));
  await press(page, 'Home');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await waitFor(() => textOf(page, '#details'), (text) => text.includes('https://a.com/') && text.includes('UTS #58'));
  await page.click('#details button');
  await waitFor(() => marks(page), (now) => has('link', 'b.com')(now) && has('dismissed', 'a.com')(now));
  await press(page, 'Home');
  await page.keyboard.type('please ');
  await waitFor(() => marks(page), (now) => has('link', 'b.com')(now) && has('dismissed', 'a.com')(now));
  // Deleting it and undoing that brings it back as it was.
  await press(page, 'a', 'Control');
  await page.keyboard.press('Delete');
  await waitFor(() => marks(page), has('link'));
  await press(page, 'z', 'Control');
  await waitFor(() => marks(page), (now) => has('link', 'b.com')(now) && has('dismissed', 'a.com')(now));
  await press(page, 'z', 'Control');
  await press(page, 'z', 'Control');
  await waitFor(() => marks(page), has('link', 'a.com', 'b.com'));
});

check('the pointer and the list show details', async ({ page }) => {
  await paste(page, 'see https://example.com/(a).\nand README.md');
  await waitFor(() => marks(page), has('link', 'https://example.com/(a)'));
  const box = await page.evaluate(() => document.querySelector('.editor').shadowRoot.querySelector('.rejected').getBoundingClientRect().toJSON());
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await waitFor(() => textOf(page, '#details'), (text) => text.includes('file-name'));
  await listed(page, 'https://example.com/(a)');
  await page.focus('.findings button');
  await waitFor(() => textOf(page, '#details'), (text) => text.includes('the link does not continue after it') && text.includes('/(a)'));
  await waitFor(() => textOf(page, '#said'), (text) => text === '1 linked, 1 not linked, in view');
  await page.select('#profile', 'uts58');
  await waitFor(() => marks(page), has('link', 'https://example.com/(a)', 'README.md'));
});

check('a megabyte', async ({ page }) => {
  const line = 'some words, https://example.com/a and 中文 b.com。\n';
  const text = line.repeat(Math.ceil(1e6 / line.length));
  await paste(page, text);
  await waitFor(() => marks(page), (now) => now.link.length > 10, 60_000);
  await press(page, 'End', 'Control');
  await page.keyboard.type('x.com ');
  await waitFor(() => marks(page), (now) => now.link.at(-1) === 'x.com', 60_000);
  // Only what is visible is there.
  assert.ok((await marks(page)).link.length < 500);
  await press(page, 'z', 'Control');
  await waitFor(() => marks(page), (now) => now.link.at(-1) === 'b.com', 60_000);
});

check('hostile text is text', async ({ page }) => {
  const before = await page.evaluate(() => document.querySelectorAll('*').length);
  await paste(page, '<img src=x onerror=alert(1)> javascript:alert(1) a.com/"onclick="x \u0000\u202E\u0007 https://b.com/<script>alert(1)</script> \ud800 c.com \udc00');
  await waitFor(() => marks(page), (now) => now.link.includes('c.com'));
  for (const view of ['compare', 'format', 'bidi', 'characters', 'find']) {
    await page.click(`#tab-${view}`);
    if (view === 'format') await page.type('#url', '"><img src=x onerror=alert(1)>');
    if (view === 'bidi') await page.type('#paragraph', '</bdi><img src=x onerror=alert(1)><a href=javascript:alert(1)>a.com');
    if (view === 'characters') await page.type('#characters', '<img src=x onerror=alert(1)>');
  }
  const made = await page.evaluate(() => ({
    images: [...document.images].map((image) => image.getAttribute('src')),
    anchors: [...document.querySelectorAll('a')].map((a) => a.getAttribute('href')),
    events: [...document.querySelectorAll('*')].filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on'))).length,
  }));
  assert.deepEqual(made, { images: ['icon.svg'], anchors: ['#find'], events: 0 });
  await paste(page, 'a.com '.repeat(100_000));
  await waitFor(() => marks(page), (now) => now.link.length > 50, 60_000);
  assert.ok(before > 0);
});

check('compare', async ({ page }) => {
  await paste(page, 'README.md and a.com');
  await page.click('#tab-compare');
  await waitFor(() => page.$$eval('#compare .card', (cards) => cards.map((card) => card.textContent)), (cards) => cards.length === 5);
  assert.equal(await page.$$eval('#compare mark.differs', (list) => list.length), 4);
  await page.click('#compare .bar button');
  const cards = await waitFor(() => page.$$eval('#compare .card h2', (list) => list.map((one) => one.textContent)), (list) => list.length === 7);
  assert.ok(cards.some((name) => name.startsWith('linkify-it')) && cards.some((name) => name.startsWith('linkifyjs')));
});

check('format', { hash: '#format' }, async ({ page }) => {
  await page.$eval('#url', (input) => { input.value = ''; });
  await page.type('#url', 'https://bücher.de/a b).');
  const cards = await waitFor(() => page.$$eval('#format .card', (list) => list.map((one) => one.textContent)), (list) => list[0]?.includes('https://bücher.de/a%20b%29%2E'));
  assert.ok(cards[2].includes('xn--bcher-kva.de/a%20b'), cards[2]);
  assert.ok(cards[0].includes('Link_Term=Hard') && cards[0].includes('closing bracket') && cards[0].includes('Link_Term=Soft'), cards[0]);
  await page.$eval('#url', (input) => { input.value = ''; });
  await page.type('#url', '/x');
  await waitFor(() => textOf(page, '#format'), (text) => text.includes('no host'));
});

check('bidi', { hash: '#bidi' }, async ({ page }) => {
  await waitFor(() => page.$$eval('#bidi tbody tr', (rows) => rows.length), (count) => count === 12);
  // What the browser shows is what was computed: the places of the letters say so.
  const rows = await page.$$eval('#bidi tbody tr', (list) => list.map((row) => {
    const [browser, computed] = [...row.querySelectorAll('.line')];
    const placed = (cell) => {
      const letters = [];
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { data } = walker.currentNode;
        for (let i = 0; i < data.length; i++) {
          const range = document.createRange();
          range.setStart(walker.currentNode, i);
          range.setEnd(walker.currentNode, i + 1);
          letters.push([range.getBoundingClientRect().left, data[i]]);
        }
      }
      return letters.sort((a, b) => a[0] - b[0]).map(([, letter]) => letter).join('');
    };
    return [placed(browser), placed(computed)];
  }));
  const mirrored = (text) => text.replace(/[()]/g, '|');
  for (const [browser, computed] of rows) assert.equal(mirrored(browser), mirrored(computed));
});

check('characters', { hash: '#characters' }, async ({ page }) => {
  const rows = await waitFor(() => page.$$eval('#characters tbody tr', (list) => list.map((row) => row.textContent)), (list) => list.length > 10);
  assert.ok(rows.some((row) => row.startsWith('。U+3002Soft')), rows.join('\n'));
  assert.ok(rows.some((row) => row.startsWith('」U+300DClose「 U+300C')));
  assert.ok(rows.some((row) => row.startsWith('U+202EU+202E')));
});

check('an address shares the text and the settings', async ({ page }) => {
  await paste(page, 'see a.com and b.com, 中文');
  await waitFor(() => marks(page), has('link', 'a.com', 'b.com'));
  await page.select('#profile', 'uts58');
  await listed(page, 'a.com');
  await page.click('.findings button');
  await waitFor(() => page.$('#details button'), Boolean);
  await page.click('#details button');
  await waitFor(() => marks(page), has('dismissed', 'a.com'));
  await page.click('#share');
  await waitFor(() => textOf(page, '#note'), (text) => text.includes('copied'));
  const hash = new URL(page.url()).hash;
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  const other = await opened(all, hash);
  await waitFor(() => marks(other.page), (now) => has('link', 'b.com')(now) && has('dismissed', 'a.com')(now));
  assert.equal(await other.page.$eval('#profile', (select) => select.value), 'uts58');
  assert.deepEqual(other.wrong, []);
  await other.context.close();
  // A text that is too long is not shared, and that is said.
  const random = Array.from({ length: 40_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('');
  await paste(page, random);
  await page.click('#share');
  await waitFor(() => textOf(page, '#problem'), (text) => text.includes('too long'));
});

check('an address that cannot be read', { hash: '#find/%%%garbage' }, async ({ page }) => {
  await waitFor(() => textOf(page, '#problem'), (text) => text.includes('could not be read'));
  assert.ok((await marks(page)).link.length > 3);
});

check('copies', async ({ page }) => {
  await paste(page, 'see a.com "x"');
  await waitFor(() => marks(page), has('link', 'a.com'));
  for (const [name, expected] of [['case', 'see ⸠a.com⸡ "x"'], ['Rust', 'detector.links("see a.com \\"x\\"")'], ['JavaScript', 'find("see a.com \\"x\\"", \'recommended\')'], ['Python', 'linkspan.find('], ['shell', "printf %s 'see a.com \"x\"' | linkspan find"]]) {
    await page.select('#copy', name);
    await waitFor(() => page.evaluate(() => navigator.clipboard.readText()), (text) => text.includes(expected));
  }
});

check('offline', async ({ page, wrong }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.setOfflineMode(true);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await waitFor(() => marks(page), (now) => now.link.length > 3);
  await page.click('#tab-compare');
  await page.click('#compare .bar button');
  await waitFor(() => page.$$eval('#compare .card', (cards) => cards.length), (count) => count === 7);
  // The browser looks for a newer service worker and says that it cannot.
  wrong.splice(0, wrong.length, ...wrong.filter((text) => !/ERR_INTERNET_DISCONNECTED|service worker|script resource/i.test(text)));
});

check('another language, from right to left', async ({ page }) => {
  await page.select('#language', 'ar');
  await waitFor(() => page.$eval('html', (html) => html.dir), (dir) => dir === 'rtl');
  await waitFor(() => marks(page), (now) => now.link.length > 3);
  assert.equal(await textOf(page, '#tab-find'), 'البحث');
  await page.focus('#tab-find');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.$eval('#tab-compare', (tab) => tab.getAttribute('aria-selected')), 'true');
  await page.screenshot({ path: `${shots}arabic.png` });
});

for (const [name, options] of Object.entries({ light: {}, dark: { features: dark }, narrow: { width: 360, height: 740 }, zoomed: { width: 600, height: 450 } })) {
  check(`for everyone, ${name}`, options, async ({ page }) => {
    await waitFor(() => marks(page), (now) => now.link.length > 3);
    await focus(page);
    for (const view of ['find', 'compare', 'format', 'bidi', 'characters']) {
      await page.focus(`#tab-${view}`);
      await page.keyboard.press('Enter');
      await waitFor(() => page.$eval(`#${view}`, (panel) => panel.textContent.length), (length) => length > 50);
      await page.screenshot({ path: `${shots}${view}-${name}.png` });
      assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= window.innerWidth), `${view} is wider than the window`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], view);
    }
  });
}

check('the same links as the library', async ({ page }) => {
  const folder = fileURLToPath(new URL('../../crates/linkspan/tests/cases/', import.meta.url));
  const texts = readdirSync(folder).map((name) => readFileSync(folder + name, 'utf8').replace(/[⸠⸡]/g, ''));
  const unicode = process.env.LINKSPAN_UNICODE_DIR ?? fileURLToPath(new URL('../../../shared/unicode/', import.meta.url));
  for (const path of [`${unicode}/18.0.0/LinkDetectionTest.txt`, `${unicode}/LinkDetectionTest.txt`]) {
    try {
      texts.push(readFileSync(path, 'utf8').replace(/[⸠⸡]/g, ''));
    } catch {
      // The official files may be absent.
    }
  }
  for (const text of texts) {
    for (const profile of ['recommended', 'uts58']) {
      await page.select('#profile', profile);
      await paste(page, text);
      // The worker of the page is asked by what copies a case.
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await page.select('#copy', 'case');
      const copied = await waitFor(() => page.evaluate(() => navigator.clipboard.readText()), (now) => now.length >= text.length, 60_000);
      let done = 0;
      let expected = '';
      // The editor has one kind of line ending.
      const kept = text.replace(/\r\n?/g, '\n');
      for (const { start, end } of find(kept, profile)) {
        expected += `${kept.slice(done, start)}⸠${kept.slice(start, end)}⸡`;
        done = end;
      }
      assert.equal(copied, expected + kept.slice(done));
    }
  }
});

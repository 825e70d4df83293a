// The page in a real browser, served under a sub-path.
import { spawnSync } from 'node:child_process';
import puppeteer from 'puppeteer-core';
import { server } from '../scripts/serve.mjs';

const BASE = '/a/b/';
const program = [process.env.LINKSPAN_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].find((name) => name && spawnSync(name, ['--version']).status === 0);
export const skip = !program && 'Chromium is absent; install chromium';

/** A browser and a server. */
export async function started() {
  const served = server(BASE);
  await new Promise((done) => { served.listen(0, '127.0.0.1', done); });
  const path = spawnSync('which', [program]).stdout.toString().trim() || program;
  const browser = await puppeteer.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] });
  const url = `http://127.0.0.1:${served.address().port}${BASE}`;
  const end = async () => {
    await browser.close();
    served.closeAllConnections();
    served.close();
  };
  return { browser, served, url, end };
}

/** A page that is ready. What goes wrong in it, and whom it asks, is kept. */
export async function opened({ browser, url }, hash = '', { width = 1200, height = 900, features = [] } = {}) {
  const context = await browser.createBrowserContext();
  await context.overridePermissions(new URL(url).origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
  const page = await context.newPage();
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures(features);
  const wrong = [];
  const asked = new Set();
  page.on('console', (message) => { if (['error', 'warn'].includes(message.type())) wrong.push(message.text()); });
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.goto(url + hash, { waitUntil: 'load' });
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  return { page, context, wrong, asked };
}

/** What is marked in the editor: texts by their kind. */
export const marks = (page) => page.evaluate(() => {
  const { shadowRoot } = document.querySelector('.editor');
  const texts = (name) => [...shadowRoot.querySelectorAll(`.${name}`)].map((one) => one.textContent);
  return { link: texts('link'), rejected: texts('rejected'), dismissed: texts('dismissed') };
});

/** Waits until what is marked is as expected, and says what it is otherwise. */
export async function waitFor(look, isRight, milliseconds = 30_000) {
  const end = Date.now() + milliseconds;
  let last;
  do {
    last = await look();
    if (isRight(last)) return last;
    await new Promise((done) => { setTimeout(done, 20); });
  } while (Date.now() < end);
  throw new Error(`not in time: ${JSON.stringify(last).slice(0, 2000)}`);
}

/** Puts a text into the editor as pasting does. */
export async function paste(page, text) {
  await focus(page);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const content = document.querySelector('.editor').shadowRoot.querySelector('.cm-content');
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

export const focus = (page) => page.evaluate(() => document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus());

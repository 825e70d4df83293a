// How long it takes from a key to its mark: node scripts/measure.mjs
import { focus, marks, opened, paste, started, waitFor } from '../test/support.mjs';

const all = await started();
try {
  const { page } = await opened(all);
  for (const size of [10_000, 1_000_000]) {
    const line = 'some words, https://example.com/a and 中文 b.com。\n';
    await paste(page, `${line.repeat(Math.ceil(size / line.length))}https://example.com/`);
    await focus(page);
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await waitFor(() => marks(page), (now) => now.link.at(-1) === 'https://example.com/', 20_000);
    await page.evaluate(() => {
      window.times = [];
      const root = document.querySelector('.editor').shadowRoot;
      let start = 0;
      let text = 'https://example.com/';
      root.addEventListener('keydown', (event) => {
        start = performance.now();
        text += event.key;
        const look = () => {
          const links = root.querySelectorAll('.link');
          if (links[links.length - 1]?.textContent === text) window.times.push(performance.now() - start);
          else setTimeout(look, 0);
        };
        setTimeout(look, 0);
      }, true);
    });
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('x');
      await new Promise((done) => { setTimeout(done, 60); });
    }
    const times = (await page.evaluate(() => window.times)).sort((a, b) => a - b);
    console.log(`${size} characters: ${times[20]?.toFixed(1)} ms in the middle, ${times.at(-1)?.toFixed(1)} ms at most, of ${times.length} keys`);
  }
} finally {
  await all.end();
}

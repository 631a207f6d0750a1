import { consoleAddresses } from '../support/every-page.js';
import { ConsoleStage } from '../support/console-stage.js';
import { fillLists } from '../support/long-lists.js';
import { expect, test } from '../support/page-test.js';
import { DESKTOP } from '../support/watched-page.js';

const ROWS = 18;
const CUTS_NOTHING = [1024, 768];

/** Lists with fewer rows, and why. */
const SENTENCES: Readonly<Record<string, string>> = {
  '/admin': 'has its figures as tables',
  '/admin/doctor': 'says what is found in sentences',
  '/admin/settings': 'says of each setting what it is',
  '/admin/legacy-use': 'says of each use what to change',
};

/**
 * What is wrong with the tables of the page: words that go on in the next line, times of two lines, and columns that are
 * empty while others have no room. `rows`: how many are on the first screen; null: there is no list of pages.
 */
const MEASURE = `(() => {
  const flaws = [];
  const visible = (rect, cell) => {
    for (let at = cell; at && at.tagName !== 'TABLE'; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const box = at.getBoundingClientRect();
      if (rect.bottom <= box.top + 2 || rect.top >= box.bottom - 2) return false;
    }
    return rect.width > 0;
  };
  for (const table of document.querySelectorAll('main table.list')) {
    if (!table.checkVisibility()) continue;
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement: cell } = texts.currentNode;
      if (!cell.checkVisibility() || cell.closest('.unseen, caption, pre')) continue;
      for (const { 0: word, index } of data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = new Range();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].filter((each) => visible(each, cell)).map(({ top }) => Math.round(top)));
        if (lines.size > 1) flaws.push('breaks the word ' + word);
      }
    }
    for (const time of table.querySelectorAll('time, code'))
      if (time.tagName === 'TIME' && time.getBoundingClientRect().height > 26) flaws.push('wraps the time ' + time.textContent);
    const body = [...table.tBodies[0].rows];
    const isShort = body.some((row) =>
      [...row.cells].some((cell) => {
        const cut = cell.querySelector(':scope > .cut');
        return cut ? cut.scrollHeight > cut.clientHeight + 3 || cut.scrollWidth > cut.clientWidth : cell.textContent && row.clientHeight > 60;
      }),
    );
    for (const head of table.tHead.rows[0].cells) {
      const isEmpty = body.every((row) => row.cells[head.cellIndex].textContent.trim() === '');
      const range = new Range();
      range.selectNodeContents(head);
      if (isShort && isEmpty && head.clientWidth > range.getBoundingClientRect().width + 64)
        flaws.push('keeps room for the empty column ' + head.textContent);
    }
  }
  const list = [...document.querySelectorAll('main > table.list')].find((each) => each.checkVisibility());
  const rows = list && [...list.tBodies[0].rows].filter((row) => row.getBoundingClientRect().bottom <= innerHeight);
  return { flaws, rows: rows ? rows.length : null };
})()`;

test.describe('lists of the console, in a real browser', () => {
  const stage = new ConsoleStage({}, fillLists);

  test('each shows 18 rows below its head at 1280 × 800, and breaks no word, with names of ten words among them (D380)', async () => {
    const watched = await stage.open('/admin');
    const { page } = watched;
    const flaws: string[] = [];
    const measured: string[] = [];
    for (const path of await consoleAddresses(stage.server)) {
      await page.setViewportSize(DESKTOP);
      await page.goto(stage.server.url + path);
      if ((await page.locator('main table.list').count()) === 0) continue;
      const found = await page.evaluate<{ flaws: string[]; rows: number | null }>(MEASURE);
      flaws.push(...found.flaws.map((flaw) => `${path} ${flaw}`));
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/rows${path.replaceAll('/', '-')}.png` });
      if (found.rows === null || path in SENTENCES) continue;
      measured.push(path);
      if (found.rows < ROWS) flaws.push(`${path} shows ${found.rows} rows`);
      for (const width of CUTS_NOTHING) {
        await page.setViewportSize({ width, height: 800 });
        const [, wide] = await watched.tooWide();
        if (wide) flaws.push(`${path} is too wide at ${width}: ${wide}`);
      }
    }
    expect(flaws).toEqual([]);
    expect(measured).toEqual(
      expect.arrayContaining(
        [
          'accounts',
          'audit',
          'clients',
          'families',
          'outbox',
          'providers',
          'resources',
          'rulesets',
          'unregistered-clients',
          'grants',
          'webhooks',
        ].map((list) => `/admin/${list}`),
      ),
    );
  });

  test('what is cut is told where the pointer rests, and shown where the keyboard is', async () => {
    const { page } = await stage.open('/admin/clients?query=provisioning-of-3');
    const name = page.locator('.list td.text .cut').first();
    const height = () => name.evaluate((cell) => [cell.clientHeight, cell.scrollHeight]);
    await name.evaluate((cell) => (cell.parentElement as HTMLElement).style.setProperty('max-width', '9rem'));
    const [shown, whole] = await height();
    expect(whole).toBeGreaterThan(shown);
    await name.hover();
    await expect(name).toHaveAttribute('title', /^Photo Album by Lumière and Söhne/);
    await page.keyboard.press('Tab'); // the keyboard is in use
    await page.focus('.list tbody th a');
    expect((await height())[0]).toBe(whole);
  });
});

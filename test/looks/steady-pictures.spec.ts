import { randomInt, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { browser, expect, test } from '../support/page-test.js';
import { WatchedPage } from '../support/watched-page.js';

const digits = (): number => randomInt(10_000, 60_000);
/** A page with every kind of text that differs between runs. */
const anyPage = (): string => `
  <p>You go back to localhost:${digits()} from http://127.0.0.1:${digits()}/in?of=1, by ${hostname()}:${digits()}, since it started ${randomInt(2, 50)} seconds ago.</p>
  <p>msg_${randomUUID()} took ${digits() / 10} ms: {"timestamp":"2026-11-25T13:41:19.${randomInt(100, 999)}Z"}</p>
  <input type="text" value="http://127.0.0.1:${digits()}/hooks">
  <table><thead><tr><th>Call</th><th>Requests</th><th>p50, ms</th></tr></thead>
    <tbody><tr><td>accping</td><td>12</td><td>${digits() / 10}</td></tr></tbody></table>`;

test('text that differs between runs is in no picture, and on the page again afterwards', async () => {
  const watched = await WatchedPage.open(browser);
  const shown = async () => [await watched.page.innerText('body'), await watched.page.inputValue('input')];
  const pictured: string[][] = [];
  for (let run = 0; run < 2; run++) {
    await watched.page.setContent(anyPage());
    const before = await shown();
    pictured.push(await watched.steadily(shown));
    expect(await shown()).toEqual(before);
  }
  expect(pictured[0]).toEqual(pictured[1]);
  expect(pictured[0][0]).toContain('accping\t12\t1');
});

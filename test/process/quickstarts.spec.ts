import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pageOf, QUICKSTARTS } from '../../scripts/quickstarts.js';
import { QuickstartReader } from '../support/quickstart-reader.js';

/** Five minutes of a person, of which the computer may take the smaller part. */
const PROCESSOR_SECONDS = 60;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('lists every quickstart page, and says in it who it is for and what is next', () => {
  const pages = readdirSync(new URL('../../docs/start', import.meta.url)).filter((name) =>
    name.startsWith('quickstart-'),
  );
  expect(QUICKSTARTS.map(pageOf).sort()).toEqual(pages.map((name) => `docs/start/${name}`).sort());
  for (const quickstart of QUICKSTARTS) {
    const [title, , audience] = read(pageOf(quickstart)).split('\n');
    expect(title).toBe(`# Quickstart: ${quickstart.title[0].toLowerCase()}${quickstart.title.slice(1)}`);
    expect(audience).toBe(`*For ${quickstart.audience}.*`);
  }
});

// What a quickstart shows is done here (D423).
describe.each(QUICKSTARTS)('quickstart: $title', (quickstart) => {
  const reader = new QuickstartReader(read(pageOf(quickstart)), quickstart.instead);
  beforeAll(() => reader.start());
  afterAll(() => reader.close());

  it('has its code on its page', () => {
    expect(reader.files).toEqual(quickstart.files);
  });

  it('shows what its page says, in less than five minutes', async () => {
    for (const step of reader.steps) await reader.follow(step);
    expect(await reader.processorSeconds()).toBeLessThan(PROCESSOR_SECONDS);
  });
});

import { describe, expect, it } from '@jest/globals';
import { consoleVisitWith } from '../../../test/support/visits.js';
import type { Grants } from '../grants/grants.service.js';
import type { ConsoleSearch } from './console-search.service.js';
import { SearchConsole } from './search.console.js';

/** A console without services: a search or an inspection fails. */
const page = new SearchConsole({} as ConsoleSearch, {} as Grants);

describe('the search page', () => {
  it('says what can be searched for', async () => {
    const { status, body } = await page.page(consoleVisitWith({ query: {} }));
    expect(status).toBe(200);
    expect(body).toContain('Search for the number of an account');
    expect(body).not.toContain('Nothing found.');
  });

  it.each(['', '   ', 'a'.repeat(4097)])('refuses %#: an empty or endless text', async (query) => {
    const { status, body } = await page.find(consoleVisitWith({ body: { query } }));
    expect(status).toBe(422);
    expect(body).toContain('role="alert"');
    expect(body).not.toContain('a'.repeat(4097));
  });
});

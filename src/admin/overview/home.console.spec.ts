import { describe, expect, it } from '@jest/globals';
import { OVERVIEW } from '../../../test/support/page-samples/console-server-samples.js';
import { consoleVisitWith, pageOf } from '../../../test/support/visits.js';
import { HomeConsole } from './home.console.js';
import type { OverviewService } from './overview.service.js';
import type { FigurePeriod } from './period.js';

const home = new HomeConsole({
  read: (period: FigurePeriod = '24h') => Promise.resolve({ ...OVERVIEW, period }),
} as unknown as OverviewService);

describe('the home page of the console', () => {
  it.each([
    [{}, '24 hours'],
    [{ period: '7d' }, '7 days'],
    [{ period: '30d' }, '30 days'],
    [{ period: 'year' }, '24 hours'],
  ])('for %j is of the last %s, and small; an unknown period is told', async (query, current) => {
    const page = pageOf(await home.home(consoleVisitWith({ query })));
    expect(page.match(/aria-current="true">[^<]*/g)).toEqual([`aria-current="true">${current}`]);
    expect(page.includes('Period must be one of')).toBe('period' in query && query.period === 'year');
    expect(page.length).toBeLessThan(60_000);
  });
});

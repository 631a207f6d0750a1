import { describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR, consoleVisitWith } from '../../../test/support/visits.js';
import type { Clock } from '../../platform/security/clock.js';
import { AuditConsole } from './audit.console.js';
import type { AuditNames } from './audit-names.js';
import type { AuditTrail } from './audit-trail.js';
import type { SavedFilters } from './saved-filters.js';

type Fields = Readonly<Record<string, string>>;

/** A trail without events; nothing can be saved. */
const page = new AuditConsole(
  { list: () => Promise.resolve({ items: [], next: null }) } as unknown as AuditTrail,
  { of: () => Promise.resolve(new Map()) } as unknown as AuditNames,
  { all: () => Promise.resolve([]) } as unknown as SavedFilters,
  { millis: () => ADMINISTRATOR.at.getTime() } as unknown as Clock,
);

describe('the audit page', () => {
  const list = (query: Fields) => page.list(consoleVisitWith({ query }));
  const save = (body: Fields) => page.save(consoleVisitWith({ body }));
  const now = ADMINISTRATOR.at.getTime();
  const refreshOf = async (query: Fields) => (await list(query)).headers.Refresh;

  it('says what is wrong with each filter', async () => {
    const { status, body } = await list({ from: 'yesterday', to: 'tomorrow', last: 'year', outcome: 'ok' });
    expect(status).toBe(200);
    for (const field of ['from', 'to', 'last']) expect(body).toContain(`id="${field}-error"`);
    expect(body).not.toContain('id="outcome-error"');
  });

  it.each([0, 3_599_999])('renews itself %d ms after an administrator asked for it', async (elapsed) => {
    expect(await refreshOf({ live: String(now - elapsed) })).toBe(10);
  });

  it.each<Fields>([{}, { live: `${now - 3_600_000}` }, { live: `${now + 60_000}` }, { live: 'x' }])(
    'does not renew itself with %j',
    async (query) => {
      expect(await refreshOf(query)).toBeUndefined();
    },
  );

  it('renews only its first page', async () => {
    expect(await refreshOf({ live: String(now), after: 'x' })).toBeUndefined();
  });

  it.each(['', 'x'.repeat(61)])('shows the error beside the name %j, which stays', async (name) => {
    const { status, body } = await save({ name, account: 'nobody@nowhere.example' });
    expect(status).toBe(422);
    expect(body).toContain('id="name-error"');
    expect(body).toContain(name === '' ? 'name="name" value autocomplete' : `name="name" value="${name}"`);
    expect(body).toContain('name="account" value="nobody@nowhere.example"');
  });
});

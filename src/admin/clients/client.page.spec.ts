import { describe, expect, it } from '@jest/globals';
import { CLIENT_VIEW } from '../../../test/support/page-samples/console-client-samples.js';
import { ADMINISTRATOR, consoleVisitWith, pageOf, unused } from '../../../test/support/visits.js';
import type { Outcomes } from '../../identity/mailed-links/outcomes.js';
import type { Clock } from '../../platform/security/clock.js';
import type { ClientLookup } from './client-lookup.js';
import type { ClientTests } from './client-tests.js';
import type { ClientView } from './client.view.js';
import { ClientsConsole } from './clients.console.js';

/** The text of the page of a client, whose ruleset allows these calls. */
async function textOf(state: Partial<ClientView>, allowed: readonly string[] = []): Promise<string> {
  const client = { ...CLIENT_VIEW, name: 'Shop', ...state };
  const connection = { issuer: 'https://a.example', discovery: '', snippets: [], lacksSecret: false };
  const page = new ClientsConsole(
    unused(),
    { get: () => Promise.resolve(client), rulesets: () => Promise.resolve([]) } as unknown as ClientLookup,
    {
      trials: () => Promise.resolve([]),
      connection: () => Promise.resolve(connection),
      allowed: () => Promise.resolve(allowed),
    } as unknown as ClientTests,
    unused(),
    { find: () => null } as unknown as Outcomes,
    { now: () => ADMINISTRATOR.at } as unknown as Clock,
  );
  const shown = await page.page(consoleVisitWith({ query: {} }), client.clientId);
  return pageOf(shown).replaceAll(/<[^>]+>|<!-- -->/g, '');
}

describe('the page of a client', () => {
  it.each([
    [
      { rotates: true, reason: 'the profile strict' },
      'Refresh tokenReplaced at each refresh (the profile strict',
    ],
    [
      { rotates: false, reason: 'as the interface has it' },
      'Refresh tokenStays the same (as the interface has it',
    ],
  ])('says whether its refresh tokens rotate, and why (D49): %j', async (refreshRotation, said) => {
    expect(await textOf({ refreshRotation })).toContain(said);
  });

  it('names switches that its ruleset makes useless', async () => {
    const switches = { requirePushedAuthorizationRequests: true, allowsDeviceAuthorization: true };
    const told = (text: string) => text.match(/is on, but the ruleset NARROW does not allow \w+/g);
    const begin = 'is on, but the ruleset NARROW does not allow';
    expect(told(await textOf({ ...switches, ruleset: 'NARROW' }))).toEqual([
      `${begin} oauth2par`,
      `${begin} oauth2deviceauthorization`,
    ]);
    expect(told(await textOf({ ...switches, ruleset: 'NARROW' }, ['oauth2par']))).toEqual([
      `${begin} oauth2deviceauthorization`,
    ]);
    expect(
      told(
        await textOf({
          requirePushedAuthorizationRequests: false,
          allowsDeviceAuthorization: false,
          ruleset: 'NARROW',
        }),
      ),
    ).toBeNull();
  });
});

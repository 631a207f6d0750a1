import { describe, expect, it } from '@jest/globals';
import { FAMILY_VIEW } from '../../../test/support/page-samples/console-account-samples.js';
import { consoleVisitWith, pageOf, unused } from '../../../test/support/visits.js';
import type { FamilyDirectory } from './family-directory.js';
import { FamiliesConsole } from './families.console.js';
import type { AdministeredInvitations } from './invitations.service.js';

const FAMILY = { ...FAMILY_VIEW, name: 'The Rivers' };

describe('the page of a family in the console', () => {
  it('keeps the settings while a form for a member is refused', async () => {
    const page = new FamiliesConsole(
      { get: () => Promise.resolve(FAMILY) } as unknown as FamilyDirectory,
      unused(),
      { of: () => Promise.resolve([]) } as unknown as AdministeredInvitations,
      unused(),
      unused(),
    );
    const shown = await page.putMember(consoleVisitWith({ body: { account: '', accountType: '1' } }), '4');
    expect(shown.status).toBe(422);
    expect(pageOf(shown)).toContain('name="name" value="The Rivers"');
    expect(pageOf(shown)).toContain('id="account-error"');
  });
});

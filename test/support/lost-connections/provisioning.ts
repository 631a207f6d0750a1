import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { CookieBrowser } from '../authorization.js';
import { rows } from '../database-rows.js';
import { invited, linkOf, newEmail, newPhone, submit } from '../invitations.js';
import type { Partner } from '../partner.js';
import { picture } from '../pictures.js';
import { decide, signInFor } from '../proposals.js';
import type { TestServer } from '../start-app.js';
import type { Act } from './act.js';
import { newMember } from './stage.js';

export const PROVISIONING: Readonly<Record<string, Act>> = {
  createfamily:
    ({ partner }) =>
    () =>
      partner.call('createfamily', { FamilyName: 'The Ms' }),
  'createfamily with a picture': async ({ partner }) => {
    const content = await picture('png', { width: 8, height: 8 });
    return () => partner.upload('createfamily', { FamilyName: 'The Ms' }, { content });
  },
  updatefamily: async ({ partner }) => {
    const familyId = await partner.family();
    return () => partner.call('updatefamily', { familyId, FamilyName: 'The Ns' });
  },
  deletefamily: async ({ partner }) => {
    const familyId = await partner.family();
    return () => partner.call('deletefamily', { familyId });
  },
  createaccount: ({ partner }) => {
    const fields = { ...partner.newAccount(), FamilyName: 'The Os' };
    return () => partner.call('createaccount', fields);
  },
  updateaccount: async ({ partner }) => {
    const accountId = await partner.account(await partner.family());
    const fields = { accountId, UserName: 'Lea', AccountType: '1', Type: 'phone', Identifier: newPhone() };
    return () => partner.call('updateaccount', fields);
  },
  addaccount2family: async ({ partner }) => {
    const accountId = await partner.account(await partner.family());
    const familyId = await partner.family();
    return () => partner.call('addaccount2family', { accountId, familyId });
  },
  removeaccount2family: async ({ partner }) => {
    const familyId = await partner.family();
    const accountId = await partner.account(familyId);
    return () => partner.call('removeaccount2family', { accountId, familyId });
  },
  deleteaccount: async ({ partner }) => {
    const accountId = await partner.account(await partner.family());
    return () => partner.call('deleteaccount', { accountId });
  },
  'an invitation is accepted': async ({ server }) => {
    const { path } = await invited(server);
    return () => submit(server, path);
  },
  'a proposed address is accepted': async ({ server, partner }) => {
    const proposal = await proposed(server, partner);
    return () => decide(proposal.browser, proposal.path);
  },
  'a proposed address is declined': async ({ server, partner }) => {
    const proposal = await proposed(server, partner);
    return () => decide(proposal.browser, proposal.path, 'decline');
  },
  'addaccount2family by an address': async ({ server, partner }) => {
    const { email } = await newMember(server);
    const familyId = await partner.family();
    return async () => {
      const answer = await partner.call('addaccount2family', { familyId, Type: 'Email', Identifier: email });
      await server.get(LateLinks).settled(); // it answers before it asks
      return answer;
    };
  },
  'an invitation is sent anew': async ({ server }) => {
    const { accountId, path } = await invited(server);
    const over = `UPDATE invitation SET created_at = created_at - interval '8 days', expires_at = created_at WHERE account_id = $1`;
    await rows(server, over, [accountId]);
    return () => submit(server, `${path}/resend`, {});
  },
};

/** An address proposed by a partner to a user signed in on its page. */
async function proposed(
  server: TestServer,
  partner: Partner,
): Promise<{ browser: CookieBrowser; path: string }> {
  const member = await newMember(server);
  await partner.result('updateaccount', { accountId: member.id, Type: 'Email', Identifier: newEmail() });
  const path = await linkOf(server, member.id);
  const browser = new CookieBrowser(server);
  await signInFor(browser, path, member);
  return { browser, path };
}

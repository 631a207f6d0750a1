import { randomUUID } from 'node:crypto';
import { CookieBrowser } from '../authorization.js';
import { invited, newEmail } from '../invitations.js';
import { must, type Act } from './act.js';
import { newMember } from './stage.js';

const ANY = '*';

/** Changes to accounts by administrators. */
export const ACCOUNTS: Readonly<Record<string, Act>> = {
  'an account is created': ({ admin }) => {
    const body = { name: 'N', type: 'Email', identifier: newEmail() };
    return () => admin.send('POST', '/accounts', { body });
  },
  'the profile of an account': async ({ server, admin }) => {
    const { id } = await newMember(server);
    const body = { name: randomUUID(), countryCode: 'FR' };
    return () => admin.send('PATCH', `/accounts/${id}`, { body, ifMatch: ANY });
  },
  'an administrator asks for an address': async ({ server, admin }) => {
    const { id } = await newMember(server);
    const body = { type: 'Email', value: newEmail() };
    return () => admin.send('POST', `/accounts/${id}/identifiers`, { body });
  },
  'a login is added': async ({ server, admin }) => {
    const { id } = await newMember(server);
    const body = { type: 'Login', value: `login-${randomUUID()}` };
    return () => admin.send('POST', `/accounts/${id}/identifiers`, { body });
  },
  'an identifier of an invited account': async ({ server, admin }) => {
    const { accountId: id } = await invited(server);
    const body = { type: 'Email', value: newEmail() };
    return () => admin.send('POST', `/accounts/${id}/identifiers`, { body });
  },
  'an account is put on hold': async ({ server, admin }) => {
    const { id } = await newMember(server);
    return () => admin.send('POST', `/accounts/${id}/hold`);
  },
  'an account is secured': async ({ server, admin }) => {
    const { id } = await newMember(server);
    const { body } = await must(admin.send('GET', `/accounts/${id}`));
    const [{ identifierId: to }] = body.identifiers as { identifierId: string }[];
    return () => admin.send('POST', `/accounts/${id}/secure`, { body: { to } });
  },
  'an identifier is removed': async ({ server, admin }) => {
    const { id } = await newMember(server);
    const path = `/accounts/${id}/identifiers`;
    const body = { type: 'Login', value: `login-${randomUUID()}` };
    const added = await must(admin.send('POST', path, { body }));
    return () => admin.send('DELETE', `${path}/${String(added.body.identifierId)}`);
  },
  'a way into an account is ended': async ({ server, admin }) => {
    const member = await newMember(server);
    await new CookieBrowser(server).signIn(member);
    const path = `/accounts/${member.id}/ways`;
    const { body } = await must(admin.send('GET', path));
    const ways = body.items as readonly { readonly kind: string; readonly wayId: string }[];
    const way = ways.find(({ kind }) => kind === 'sessions');
    return () => admin.send('DELETE', `${path}/sessions/${String(way?.wayId)}`);
  },
};

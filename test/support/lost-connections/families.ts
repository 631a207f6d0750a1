import { randomUUID } from 'node:crypto';
import { rows } from '../database-rows.js';
import { request } from '../http.js';
import { newEmail } from '../invitations.js';
import { picture } from '../pictures.js';
import type { Act } from './act.js';
import { newMember, type Stage } from './stage.js';

type Form = Readonly<Record<string, string>>;

async function consoleForm({ server, admin }: Stage, path: string, form: Form) {
  const headers = { Cookie: await admin.consoleCookie(), Accept: 'text/html' };
  return request(server, { path, form, headers });
}

const newFilter = (): Form => ({ name: `f-${randomUUID()}`, outcome: 'refused' });

/** The saved filters of the audit page. */
export const AUDIT_FILTERS: Readonly<Record<string, Act>> = {
  'filters of the audit are saved': async (stage) => {
    await stage.admin.consoleCookie();
    return () => consoleForm(stage, '/admin/audit/filters', newFilter());
  },
  'saved filters are deleted': async (stage) => {
    await consoleForm(stage, '/admin/audit/filters', newFilter());
    const newest = 'SELECT id FROM audit_filter ORDER BY id DESC LIMIT 1';
    const [{ id }] = await rows<{ id: string }>(stage.server, newest);
    return () => consoleForm(stage, `/admin/audit/filters/${id}/delete`, {});
  },
};

/** Families by administrators. */
export const FAMILIES: Readonly<Record<string, Act>> = {
  'a family is created': ({ admin }) => {
    const body = { name: 'The Ns', premiumType: 1 };
    return Promise.resolve(() => admin.send('POST', '/families', { body }));
  },
  'somebody is invited to a family': async ({ admin, partner }) => {
    const body = { email: newEmail(), name: 'Ina', accountType: 0 };
    const path = `/families/${await partner.family()}/invitations`;
    return () => admin.send('POST', path, { body });
  },
  'an invitation to a family is withdrawn': async ({ admin, partner }) => {
    const path = `/families/${await partner.family()}/invitations`;
    const body = { email: newEmail(), name: 'Ina', accountType: 0 };
    const { invitationId } = (await admin.send('POST', path, { body })).body;
    return () => admin.send('DELETE', `${path}/${invitationId as string}`);
  },
  'a family is changed': async ({ admin, partner }) => {
    const path = `/families/${await partner.family()}`;
    return () => admin.send('PATCH', path, { body: { name: 'The Qs' }, ifMatch: '*' });
  },
  'a family is handed over by an administrator': async ({ server, admin, partner }) => {
    const path = `/families/${await partner.family()}`;
    const [founder, next] = [await newMember(server), await newMember(server)];
    await admin.send('PUT', `${path}/members/${founder.id}`, { body: { accountType: 2 } });
    await admin.send('PUT', `${path}/members/${next.id}`, { body: { accountType: 0 } });
    return () => admin.send('POST', `${path}/hand-over`, { body: { accountId: next.id } });
  },
  'a family gets a picture by an administrator': async ({ admin, partner }) => {
    const path = `/families/${await partner.family()}/picture`;
    const data = (await picture('png')).toString('base64');
    return () => admin.send('PUT', path, { body: { data } });
  },
  'a family is deleted': async ({ admin, partner }) => {
    const path = `/families/${await partner.family()}`;
    return () => admin.send('DELETE', path, { ifMatch: '*' });
  },
  'a member': async ({ server, admin, partner }) => {
    const path = `/families/${await partner.family()}/members/${(await newMember(server)).id}`;
    return () => admin.send('PUT', path, { body: { accountType: 0 } });
  },
  'an administrator removes a member': async ({ admin, partner }) => {
    const familyId = await partner.family();
    const path = `/families/${familyId}/members/${await partner.account(familyId)}`;
    return () => admin.send('DELETE', path);
  },
};

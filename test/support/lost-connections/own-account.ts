import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { DueActs } from '../../../src/operate/due-acts.js';
import { giveAddress, noticesOf } from '../addresses.js';
import { CookieBrowser } from '../authorization.js';
import { rows } from '../database-rows.js';
import { makeDevicePassword, settleSignIns } from '../device-passwords.js';
import { newestMessage, type Member } from '../forgotten-password.js';
import { newEmail } from '../invitations.js';
import { picture } from '../pictures.js';
import { asked, type Act } from './act.js';
import { newMember, type Stage } from './stage.js';

interface AtHome {
  readonly browser: CookieBrowser;
  readonly founder: Member;
  readonly other: Member;
  readonly path: string;
}

async function signedIn({ server }: Stage, who: Member): Promise<CookieBrowser> {
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  await browser.signIn(who);
  return browser;
}

/** A founder who is signed in, and another member. */
async function atHome(stage: Stage): Promise<AtHome> {
  const { server, partner } = stage;
  const [founder, other] = [await newMember(server), await newMember(server)];
  const familyId = await partner.family({ FamilyName: 'The Hs' });
  const join =
    'INSERT INTO family_member (family_id, account_id, member_type, created_at) VALUES ($1, $2, $3, now())';
  await rows(server, `${join} RETURNING 1`, [familyId, founder.id, 2]);
  await rows(server, `${join} RETURNING 1`, [familyId, other.id, 0]);
  return { founder, other, browser: await signedIn(stage, founder), path: `/account/families/${familyId}` };
}

/** A family with a waiting hand-over. */
async function waiting(stage: Stage): Promise<string> {
  const { browser, other, path } = await atHome(stage);
  await browser.post(`${path}/hand-over`, { to: other.id });
  return path.split('/').at(-1) as string;
}

/** An account whose user requested its deletion. */
async function leaving(stage: Stage): Promise<Member> {
  const member = await newMember(stage.server);
  const browser = await signedIn(stage, member);
  await browser.confirm(member);
  await browser.post('/account/data/delete');
  return member;
}

/** A thief's browser, and the newest link in a notice about a change there. */
async function robbed(
  stage: Stage,
  kind: 'identifierRemoved' | 'devicePasswordAdded',
): Promise<{ owner: CookieBrowser; path: string }> {
  const { server } = stage;
  const member = await newMember(server);
  const thief = await signedIn(stage, member);
  if (kind === 'devicePasswordAdded') await makeDevicePassword(server, thief);
  else {
    const id = await numberOf(server, member);
    await giveAddress(server, member.id, newEmail());
    await thief.post(`/account/identifiers/${id}`);
  }
  const path = (await noticesOf(server, member.id, kind))[member.email];
  if (!path) throw new Error('there is no link');
  return { owner: new CookieBrowser(server, { Accept: 'text/html' }), path };
}

async function numberOf(server: Stage['server'], { email }: Member): Promise<string> {
  const sql = 'SELECT id::text FROM account_identifier WHERE normalized = $1';
  return (await rows<{ id: string }>(server, sql, [email]))[0].id;
}

/** People's changes to their families, their data and the account itself. */
export const OWN_ACCOUNT: Readonly<Record<string, Act>> = {
  'what was added is stopped by the link in a notice': async (stage) => {
    const { owner, path } = await robbed(stage, 'devicePasswordAdded');
    return () => owner.postAlone(path, {});
  },
  'an address is put back by the link in a notice': async (stage) => {
    const { owner, path } = await robbed(stage, 'identifierRemoved');
    return () => owner.postAlone(path, {});
  },
  'an address is still in use': async (stage) => {
    const member = await newMember(stage.server);
    const browser = await signedIn(stage, member);
    const id = await numberOf(stage.server, member);
    return () => browser.postAlone(`/account/identifiers/${id}/keep`);
  },
  'a member invites somebody': async (stage) => {
    const { browser, path } = await atHome(stage);
    const form = { name: 'Guest', address: newEmail(), role: 'member' };
    return async () => {
      const answer = await browser.post(`${path}/invite`, form);
      await stage.server.get(LateLinks).settled(); // it answers before it sends
      return answer;
    };
  },
  'a member withdraws an invitation': async (stage) => {
    const { browser, path } = await atHome(stage);
    const form = { name: 'Guest', address: newEmail(), role: 'member' };
    await browser.post(`${path}/invite`, form);
    await stage.server.get(LateLinks).settled();
    const [, step] = /action="([^"]+\/withdraw)#/.exec((await browser.get(path)).text) ?? [];
    return () => browser.postAlone(step, {});
  },
  'a family is handed over': async (stage) => {
    const { browser, founder, other, path } = await atHome(stage);
    await settleSignIns(stage.server, founder.id);
    return () => browser.postAlone(`${path}/hand-over`, { to: other.id });
  },
  'a family is to be handed over': async (stage) => {
    const { browser, other, path } = await atHome(stage);
    return () => browser.postAlone(`${path}/hand-over`, { to: other.id });
  },
  'a family that waits is handed over': async (stage) => {
    const { server } = stage;
    const familyId = await waiting(stage);
    await server.get(DueActs).run(); // the backlog
    const due = 'UPDATE family_hand_over SET begins_at = asked_at WHERE family_id = $1 RETURNING 1';
    await rows(server, due, [familyId]);
    return () => asked(() => server.get(DueActs).run());
  },
  'a hand-over is stopped by its founder': async (stage) => {
    const { browser, other, path } = await atHome(stage);
    await browser.post(`${path}/hand-over`, { to: other.id });
    return () => browser.postAlone(`${path}/hand-over/stop`);
  },
  'a hand-over is stopped by a link': async (stage) => {
    const { browser, founder, other, path } = await atHome(stage);
    await browser.post(`${path}/hand-over`, { to: other.id });
    const link = (await newestMessage(stage.server, founder.id)).path;
    return () => browser.postAlone(link);
  },
  'a member leaves': async (stage) => {
    const { other, path } = await atHome(stage);
    const browser = await signedIn(stage, other);
    return () => browser.postAlone(`${path}/leave`);
  },
  'a member is removed from a family': async (stage) => {
    const { browser, other, path } = await atHome(stage);
    return () => browser.postAlone(`${path}/members/${other.id}/remove`);
  },
  'a member becomes an administrator of a family': async (stage) => {
    const { browser, other, path } = await atHome(stage);
    return () => browser.postAlone(`${path}/members/${other.id}/role`, { role: 'administrator' });
  },
  'a family gets another name by a member': async (stage) => {
    const { browser, path } = await atHome(stage);
    return () => browser.postAlone(`${path}/name`, { name: 'The Others' });
  },
  'the services of a family are changed by a member': async (stage) => {
    const { browser, path } = await atHome(stage);
    return () => browser.postAlone(`${path}/services`, { calendarService: 'yes' });
  },
  'a family refuses unregistered applications': async (stage) => {
    const { browser, path } = await atHome(stage);
    return () => browser.post(`${path}/strangers`, { refuses: 'on' });
  },
  'a family is deleted by its founder': async (stage) => {
    const { browser, other, path } = await atHome(stage);
    await browser.post(`${path}/members/${other.id}/remove`);
    return () => browser.postAlone(`${path}/delete`);
  },
  "a family's picture is set by a member": async (stage) => {
    const { browser, path } = await atHome(stage);
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(await picture('png'))]), 'family.png');
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie, Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' };
    return async () => {
      const answer = await fetch(`${stage.server.url}${path}/picture`, { method: 'POST', headers, body });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
  },
  'an account is to be deleted by its user': async (stage) => {
    const member = await newMember(stage.server);
    const browser = await signedIn(stage, member);
    await browser.confirm(member);
    return () => browser.postAlone('/account/data/delete');
  },
  'an account is kept': async (stage) => {
    const browser = await signedIn(stage, await leaving(stage));
    return () => browser.postAlone('/keep-account');
  },
  'an address is put back into use': async (stage) => {
    const member = await newMember(stage.server);
    const browser = await signedIn(stage, member);
    const added = `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, suspended_at, is_password_replaced)
                   VALUES ($1, 'Email', $2, $2, false, now(), true) RETURNING id::text`;
    const [{ id }] = await rows<{ id: string }>(stage.server, added, [member.id, newEmail()]);
    return () => browser.postAlone('/account/suspended', { kind: 'identifier', id });
  },
  'a passkey is put back into use': async (stage) => {
    const member = await newMember(stage.server);
    const browser = await signedIn(stage, member);
    const kept = `INSERT INTO suspended_passkey (id, account_id, suspended_at, is_password_replaced, kept)
      SELECT $1::bigint, $1::bigint, now(), true, jsonb_build_object('id', $1::bigint, 'account_id', $1::bigint, 'credential_id', decode(md5($1::text), 'hex'),
             'user_handle', ''::bytea, 'public_key', ''::bytea, 'counter', 0, 'transports', '{}'::text[], 'is_synced', false,
             'is_backed_up', false, 'rp_id', 'localhost', 'name', 'Phone') RETURNING id::text`;
    const [{ id }] = await rows<{ id: string }>(stage.server, kept, [member.id]);
    return () => browser.postAlone('/account/suspended', { kind: 'passkey', id });
  },
  'a sign-in is not recognized': async (stage) => {
    const member = await newMember(stage.server);
    const thief = await signedIn(stage, member);
    await thief.post('/account/identifiers', { identifier: newEmail() });
    await stage.server.get(LateLinks).settled();
    const last = 'SELECT id::text FROM sign_in WHERE account_id = $1 ORDER BY at DESC LIMIT 1';
    const [{ id }] = await rows<{ id: string }>(stage.server, last, [member.id]);
    const browser = await signedIn(stage, member);
    return () => browser.postAlone(`/account/sign-ins/${id}`);
  },
  'an account that is due is deleted': async (stage) => {
    const { server } = stage;
    await server.get(CleanUp).run();
    const { id } = await leaving(stage);
    const sql = `UPDATE account SET deletes_at = deletes_at - interval '8 days' WHERE id = $1 RETURNING 1`;
    await rows(server, sql, [id]);
    return () => asked(() => server.get(CleanUp).run());
  },
};

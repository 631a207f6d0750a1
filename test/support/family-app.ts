import type { Method } from '../../src/identity/sessions/authentication.js';
import { ClientDirectory } from '../../src/oauth/clients/client-directory.js';
import { TokenIssuer } from '../../src/oauth/tokens/token-issuer.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import type { MemberTypeValue } from '../../src/identity/families/family-member.entity.js';
import { bearer, post, type Answer } from './a01.js';
import { rows } from './database-rows.js';
import { newMember, type Member } from './forgotten-password.js';
import type { TestServer } from './start-app.js';

type Form = Readonly<Record<string, string>>;
const FOUNDER = 2;

/** An application of the operator, in which people run their families. */
export const HOME = {
  id: 'home-app',
  secret: 'home-app-secret-1',
  redirectUri: 'https://home.example/callback',
} as const;

export async function addHomeApp(server: TestServer): Promise<void> {
  const { id: clientId, secret: clientSecret, redirectUri } = HOME;
  const usual = { clientType: 'confidential', isPrivileged: true, ruleset: 'FAMILIES' } as const;
  const client = { ...usual, clientId, clientSecret, name: 'Home', redirectUrls: [redirectUri] };
  await server.get(Bootstrap).apply({ clients: [client] });
}

/** An access token of the application for an account that signs in now. */
export async function homeToken(
  server: TestServer,
  accountId: string,
  { methods = ['password'], scope }: { methods?: readonly Method[]; scope?: string } = {},
): Promise<string> {
  const client = await server.get(ClientDirectory).findByClientId(HOME.id);
  if (!client) throw new Error('no client');
  const { accessToken } = await server.get(TokenIssuer).issue({
    ...{ client, accountId, tokenType: 'bearer', thumbprint: null, methods, deviceId: null },
    ...{ grantType: 'password', address: '::1', authTime: server.clock.now(), ...(scope && { scope }) },
  });
  return accessToken;
}

/** A family of two members, two administrators and a founder, and what they call by the application. */
export class HomeStage {
  /** Two accounts for each role. */
  people!: Record<MemberTypeValue, readonly [Member, Member]>;
  familyId!: string;

  constructor(readonly server: TestServer) {}

  async open(): Promise<void> {
    await addHomeApp(this.server);
    const two = async () => [await newMember(this.server), await newMember(this.server)] as const;
    this.people = { 0: await two(), 1: await two(), 2: await two() };
  }

  async newFamily(roles: readonly MemberTypeValue[] = [0, 1, FOUNDER]): Promise<void> {
    const [{ id }] = await rows<{ id: string }>(
      this.server,
      `INSERT INTO family (name, created_at) VALUES ('The Rivers', now()) RETURNING id::text`,
    );
    const add = `INSERT INTO family_member (family_id, account_id, member_type, created_at)
      VALUES ($1, $2, $3, now()) RETURNING 1`;
    for (const role of roles)
      for (const { id: accountId } of role === FOUNDER ? [this.people[role][0]] : this.people[role])
        await rows(this.server, add, [id, accountId, role]);
    this.familyId = id;
  }

  callBy(token: string, name: string, form: Form = {}): Promise<Answer> {
    return post(this.server, `/api/fam/${name}`, { familyId: this.familyId, ...form }, bearer(token));
  }

  async call({ id }: Member, name: string, form: Form = {}): Promise<Answer> {
    return this.callBy(await homeToken(this.server, id), name, form);
  }

  async roleOf({ id }: Member): Promise<number | undefined> {
    const sql = 'SELECT member_type AS type FROM family_member WHERE family_id = $1 AND account_id = $2';
    return (await rows<{ type: number }>(this.server, sql, [this.familyId, id]))[0]?.type;
  }

  /** What members may change. */
  stateOf(): Promise<object[]> {
    return rows(
      this.server,
      `SELECT (SELECT row_to_json(f) FROM family f WHERE id = $1) AS family,
              (SELECT json_agg(m ORDER BY account_id) FROM family_member m WHERE family_id = $1) AS members,
              (SELECT json_agg(s ORDER BY id) FROM sent_invitation s WHERE family_id = $1) AS invitations,
              (SELECT json_agg(h) FROM family_hand_over h WHERE family_id = $1) AS hand_over`,
      [this.familyId],
    );
  }
}

import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { CookieBrowser } from './authorization.js';
import { rows } from './database-rows.js';
import { newMember, type Member } from './forgotten-password.js';
import { provision, resultOf } from './invitations.js';
import type { TestServer } from './start-app.js';

/** The founder of a family of their own, signed in. */
export class Founder {
  private constructor(
    private readonly server: TestServer,
    readonly member: Member,
    readonly browser: CookieBrowser,
    readonly familyId: string,
  ) {}

  static async of(server: TestServer, family: string, name = 'Flora'): Promise<Founder> {
    const member = await newMember(server, { UserName: name });
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: family }));
    const browser = new CookieBrowser(server);
    const founder = new Founder(server, member, browser, familyId);
    await founder.add(member, '2');
    await browser.signIn(member);
    return founder;
  }

  get path(): string {
    return `/account/families/${this.familyId}`;
  }

  /** Puts an account in the family, as a partner does. */
  async add({ id: accountId }: Pick<Member, 'id'>, AccountType = '0'): Promise<void> {
    const form = { accountId, familyId: this.familyId, AccountType };
    resultOf(await provision(this.server, 'addaccount2family', form));
  }

  /** Removes the account from every other family. */
  async leaveOthers(): Promise<void> {
    const { id: accountId } = this.member;
    const sql = 'SELECT family_id::text AS id FROM family_member WHERE account_id = $1 AND family_id <> $2';
    for (const { id: familyId } of await rows<{ id: string }>(this.server, sql, [accountId, this.familyId]))
      resultOf(await provision(this.server, 'removeaccount2family', { accountId, familyId }));
  }

  /** Resolves after the link was sent. */
  async invite(address: string, role = 'member'): Promise<void> {
    const { status, text } = await this.browser.post(`${this.path}/invite`, { name: 'Guest', address, role });
    if (status !== 200) throw new Error(`the invitation was refused: ${status} ${text}`);
    await this.server.get(LateLinks).settled();
  }

  /** The forms that withdraw open invitations. */
  async withdrawals(): Promise<string[]> {
    const { text } = await this.browser.get(this.path);
    return [...text.matchAll(/action="([^"]+\/withdraw)#/g)].map(([, action]) => action);
  }

  /** Whether the family sees an open invitation to the address. */
  async sees(address: string): Promise<boolean> {
    return (await this.browser.get(this.path)).text.includes(`Withdraw the invitation to ${address}`);
  }

  /** The role of an account in the family; null: no member. */
  async roleOf(accountId: string): Promise<number | null> {
    const sql = 'SELECT member_type AS role FROM family_member WHERE family_id = $1 AND account_id = $2';
    const [row] = await rows<{ role: number }>(this.server, sql, [this.familyId, accountId]);
    return row?.role ?? null;
  }
}

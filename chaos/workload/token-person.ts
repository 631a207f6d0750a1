import { randomUUID } from 'node:crypto';
import { REDIRECT_URI, type Cast, type Client, type Person } from '../stage/cast.js';
import { Browser } from './browser.js';
import type { Caller } from './caller.js';
import { basic, bearer } from './credentials.js';
import type { CodeGrants, Grant } from './ledger.js';
import { between, chance, pause } from './pace.js';

const BY_CODE = 0.25;
const LOST_ANSWERS = 0.1;
const LOST_WITHIN_MS = 40;
const REFRESHES = 6;
/** Up to where of 0 to 1 a grant is revoked, and from there ended by an administrator; the others go on. */
const REVOKED = 0.5;
const ENDED = 0.75;

const ACCOUNT = '/api/acc/getloggedaccount';
const REVIVED = { right: [401], wrong: { 200: 'revived' } } as const;

/** A member who signs in, by password or by code, uses and refreshes the tokens, loses answers, and ends what began. */
export class TokenPerson {
  private accountId: string | null = null;
  private codeGrants: CodeGrants | null = null;
  private adminToken: string | null = null;

  constructor(
    private readonly caller: Caller,
    private readonly cast: Cast,
    private readonly person: Person,
  ) {}

  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause();
      const grant = await (chance(BY_CODE) && this.accountId
        ? this.byCode(this.accountId)
        : this.byPassword());
      if (grant === null) continue;
      this.caller.ledger.grants.push(grant);
      for (let n = 0; n < REFRESHES && !isOver() && !grant.isLost; n++) await this.use(grant);
      if (!isOver() && !grant.isLost) await this.leave(grant);
    }
  }

  private async byPassword(): Promise<Grant | null> {
    const { app } = this.cast;
    const device = `device-${randomUUID()}`;
    const form = { ...this.person, tokentype: 'Bearer', deviceId: device };
    const path = '/api/log2/generateaccesstokenbypassword';
    const { outcome, answer, node } = await this.caller.once('sign-in', { path, form, headers: basic(app) });
    const { ledger } = this.caller;
    ledger.signIns.set(device, outcome === 'wrong' ? 'not' : outcome);
    if (outcome !== 'done' || answer === null) return null;
    ledger.successes.noteTokens(node);
    const tokens = tokensOf(answer.body);
    this.accountId ??= await this.ownId(tokens.accessToken);
    return { client: app, accountId: this.accountId ?? '', device, ...tokens, endedAt: null, isLost: false };
  }

  /** Authorization, sign-in, consent, exchange. */
  private async byCode(accountId: string): Promise<Grant | null> {
    const { shop } = this.cast;
    const code = await this.code(shop);
    if (code === null) return null;
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    const asked = { path: '/token', form, headers: basic(shop) };
    const { outcome, answer, node } = await this.caller.once('exchange of a code', asked);
    const { ledger } = this.caller;
    if (this.codeGrants === null) {
      this.codeGrants = { client: shop, accountId, done: 0, unknown: 0 };
      ledger.codeGrants.push(this.codeGrants);
    }
    if (outcome === 'unknown') this.codeGrants.unknown++;
    if (outcome !== 'done' || answer === null) return null;
    this.codeGrants.done++;
    ledger.successes.noteTokens(node);
    return { client: shop, accountId, device: null, ...tokensOf(answer.body), endedAt: null, isLost: false };
  }

  private async code({ id }: Client): Promise<string | null> {
    const browser = new Browser(this.caller);
    const query = { response_type: 'code', client_id: id, redirect_uri: REDIRECT_URI, state: 'chaos' };
    const begun = await browser.open('authorization', `/authorize?${new URLSearchParams(query)}`, {
      right: [302],
    });
    const challenge = /\/challenge\?session_id=[\w-]+/.exec(begun.answer?.headers.location ?? '')?.[0];
    if (challenge === undefined) return null;
    const step = (name: string): string => challenge.replace('/challenge', `/challenge/${name}`);
    if ((await browser.signIn(this.person, step('sign-in'))).outcome !== 'done') return null;
    const shown = await browser.open('consent page', challenge, { right: [200, 302] });
    const account = /name="account" value="(\d+)"/.exec(shown.answer?.text ?? '')?.[1];
    const decided =
      account === undefined
        ? shown
        : await browser.submit('consent', step('consent'), { decision: 'allow', account }, { right: [302] });
    return /[?&]code=([^&]+)/.exec(decided.answer?.headers.location ?? '')?.[1] ?? null;
  }

  private async ownId(accessToken: string): Promise<string | null> {
    const asked = { path: ACCOUNT, headers: bearer(accessToken) };
    const heard = await this.caller.until('call', asked);
    const content = heard?.answer.body.a01.r.r as unknown as { accountId: string } | undefined;
    return content?.accountId ?? null;
  }

  private async use(grant: Grant): Promise<void> {
    await pause();
    await this.refresh(grant);
    if (grant.isLost) return;
    await this.caller.once('call', { path: ACCOUNT, headers: bearer(grant.accessToken) });
  }

  /** Until there is an answer, with the same token: an honest caller whose answer was lost repeats it. */
  private async refresh(grant: Grant): Promise<void> {
    const form = { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
    const asked = { path: '/token', form, headers: basic(grant.client) };
    if (chance(LOST_ANSWERS)) await this.caller.lose(asked, between(0, LOST_WITHIN_MS));
    const heard = await this.caller.until('refresh', asked, { right: [200], wrong: { 400: 'ended' } });
    if (heard === null) grant.isLost = true;
    else {
      Object.assign(grant, tokensOf(heard.answer.body));
      this.caller.ledger.successes.noteTokens(heard.node);
    }
  }

  private async leave(grant: Grant): Promise<void> {
    const lot = Math.random();
    const heard =
      lot < REVOKED ? await this.revoke(grant) : lot < ENDED ? await this.endByAdministrator(grant) : null;
    if (heard === null) return;
    grant.endedAt = performance.now();
    this.caller.ledger.successes.noteTokens(heard.node);
  }

  private async revoke({
    client,
    refreshToken: token,
    ...grant
  }: Grant): Promise<{ node: string | null } | null> {
    const asked = { path: '/revoke', form: { token }, headers: basic(client) };
    const heard = await this.caller.until('revocation', asked);
    // The answer is given when it is in force, on this node at the latest.
    const call = { path: ACCOUNT, headers: bearer(grant.accessToken) };
    if (heard) await this.caller.onceOn(heard.node, 'call after the revocation', call, REVIVED);
    return heard;
  }

  /** Finds the grant among those of the account, as the console does. */
  private async endByAdministrator({
    client,
    accountId,
    device,
  }: Grant): Promise<{ node: string | null } | null> {
    if (device === null) return null;
    this.adminToken ??= await this.tokenOfAdministrator();
    if (this.adminToken === null) return null;
    const headers = bearer(this.adminToken);
    const path = `/admin/api/grants?client=${client.id}&account=${accountId}`;
    const listed = await this.caller.until('list of grants', { path, headers });
    if (listed === null) return null;
    const { items } = listed.answer.body as unknown as { items: { grantId: string; deviceId: string }[] };
    const found = items.find(({ deviceId }) => deviceId === device);
    if (found === undefined) {
      this.caller.ledger.findings.add('lost', `the grant of ${device} is not in the list of its account`);
      return null;
    }
    const asked = { method: 'DELETE', path: `/admin/api/grants/${found.grantId}`, headers };
    return this.caller.until('end of a grant', asked, { right: [204] });
  }

  private async tokenOfAdministrator(): Promise<string | null> {
    const form = { grant_type: 'client_credentials' };
    const asked = { path: '/token', form, headers: basic(this.cast.admin) };
    return (await this.caller.until('client_credentials', asked))?.answer.body.access_token ?? null;
  }
}

function tokensOf(body: { access_token: string; refresh_token: string }): {
  accessToken: string;
  refreshToken: string;
} {
  return { accessToken: body.access_token, refreshToken: body.refresh_token };
}

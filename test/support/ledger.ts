import { basic, type Body } from './a01.js';
import { ANNA, CLIENTS } from './fixtures.js';
import { request, type Peer, type RawAnswer } from './http.js';

interface Grant {
  readonly device: string;
  accessToken: string;
  refreshToken: string;
}

/** The number of refreshes after which a worker revokes its grant, and signs in again. */
const REFRESHES = 5;

/**
 * Callers who sign in, refresh, call and revoke by turns on several nodes, repeat requests answered 503, and keep
 * a ledger of everything acknowledged.
 */
export class Ledger {
  /** Answers that an honest caller must never get: neither done nor 503. */
  readonly wrong: string[] = [];
  readonly open = new Map<number, Grant>();
  readonly signedIn: string[] = [];
  readonly revoked: Grant[] = [];
  unavailable = 0;
  /** Acknowledged writes, by node. */
  readonly writes: number[];
  private isOver = false;
  private devices = 0;

  constructor(private readonly nodes: readonly Peer[]) {
    this.writes = nodes.map(() => 0);
  }

  async work(workers: number): Promise<void> {
    await Promise.all(Array.from({ length: workers }, (_, worker) => this.worker(worker)));
  }

  end(): void {
    this.isOver = true;
  }

  refresh(node: Peer, refresh_token: string): Promise<RawAnswer> {
    return token(node, { grant_type: 'refresh_token', refresh_token });
  }

  async callStatus(node: Peer, { accessToken }: Grant): Promise<number> {
    const headers = { Authorization: `Bearer ${accessToken}` };
    return (await request(node, { path: '/api/acc/getloggedaccount', headers })).status;
  }

  private async worker(worker: number): Promise<void> {
    while (!this.isOver) {
      const grant = await this.signIn(worker);
      if (grant === null) continue;
      this.open.set(worker, grant);
      for (let round = 0; round < REFRESHES && !this.isOver; round++) await this.use(grant, worker + round);
      if (!this.isOver) await this.revoke(worker, grant);
    }
  }

  /** A sign-in answered 503 is another one the next time. */
  private async signIn(worker: number): Promise<Grant | null> {
    const device = `device-${++this.devices}`;
    const { email: identifier, password } = ANNA;
    const form = { identifier, password, tokentype: 'Bearer', deviceId: device };
    const path = '/api/log2/generateaccesstokenbypassword';
    const { status, body } = await this.write(worker, (node) =>
      request(node, { path, form, headers: basic(CLIENTS.app) }),
    );
    if (status !== 200) return null;
    this.signedIn.push(device);
    return { device, ...tokensOf(body) };
  }

  private async use(grant: Grant, turn: number): Promise<void> {
    const { status, body } = await this.write(turn, (node) => this.refresh(node, grant.refreshToken));
    if (status === 200) Object.assign(grant, tokensOf(body));
    const called = await this.callStatus(this.nodes[turn % this.nodes.length], grant);
    this.judge('call', called);
  }

  private async revoke(worker: number, grant: Grant): Promise<void> {
    const form = { token: grant.refreshToken };
    const { status } = await this.write(worker, (node) =>
      request(node, { path: '/revoke', form, headers: basic(CLIENTS.app) }),
    );
    this.open.delete(worker); // revoked, or unknown
    if (status === 200) this.revoked.push(grant);
  }

  private async write(turn: number, send: (node: Peer) => Promise<RawAnswer>): Promise<RawAnswer> {
    const which = turn % this.nodes.length;
    const answer = await send(this.nodes[which]);
    this.judge(answer.text, answer.status);
    if (answer.status === 200) this.writes[which]++;
    return answer;
  }

  private judge(what: string, status: number): void {
    if (status === 503) this.unavailable++;
    else if (status !== 200) this.wrong.push(`${status} ${what}`);
  }
}

function token(node: Peer, form: Record<string, string>): Promise<RawAnswer> {
  return request(node, { path: '/token', form, headers: basic(CLIENTS.app) });
}

function tokensOf({ access_token: accessToken, refresh_token: refreshToken }: Body): Omit<Grant, 'device'> {
  return { accessToken, refreshToken };
}

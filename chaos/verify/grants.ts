import type { Caller } from '../workload/caller.js';
import { basic, bearer } from '../workload/credentials.js';
import type { Grant } from '../workload/ledger.js';
import type { Each } from './verify.js';

const CALL = '/api/acc/getloggedaccount';
/** The oldest are the most interesting ones, and the newest; a long run has thousands. */
const AT_MOST = 1000;

/** Open grants go on with the tokens that were acknowledged last; ended ones are over on every node. */
export async function verifyGrants(caller: Caller, each: Each): Promise<void> {
  const { ledger } = caller;
  await each(ends(ledger.ended()), (grant) => isOver(caller, grant));
  await each(ends(ledger.open()), (grant) => goesOn(caller, grant));
}

async function goesOn(caller: Caller, grant: Grant): Promise<void> {
  const { client, accessToken, refreshToken } = grant;
  for (const node of caller.balancer.nodes)
    await caller.onceOn(
      node,
      'call afterwards',
      { path: CALL, headers: bearer(accessToken) },
      { right: [200] },
    );
  if (!(await isActive(caller, grant)))
    caller.ledger.findings.add('ended', 'introspection says that an open grant’s token is not active');
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const asked = { path: '/token', form, headers: basic(client) };
  await caller.until('refresh afterwards', asked, { right: [200], wrong: { 400: 'ended' } });
}

async function isOver(caller: Caller, grant: Grant): Promise<void> {
  const { client, accessToken, refreshToken } = grant;
  const call = { path: CALL, headers: bearer(accessToken) };
  for (const node of caller.balancer.nodes)
    await caller.onceOn(node, 'call with an ended token', call, { right: [401], wrong: { 200: 'revived' } });
  if (await isActive(caller, grant))
    caller.ledger.findings.add('revived', 'introspection says that an ended token is active');
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const asked = { path: '/token', form, headers: basic(client) };
  await caller.until('refresh of an ended grant', asked, { right: [400], wrong: { 200: 'revived' } });
}

async function isActive(caller: Caller, { client, accessToken: token }: Grant): Promise<boolean> {
  const asked = { path: '/introspect', form: { token }, headers: basic(client) };
  const heard = await caller.until('introspection', asked);
  return (heard?.answer.body as unknown as { active: boolean } | undefined)?.active ?? false;
}

function ends<T>(all: readonly T[]): readonly T[] {
  return all.length <= AT_MOST ? all : [...all.slice(0, AT_MOST / 2), ...all.slice(-AT_MOST / 2)];
}

import type { EntityManager } from 'typeorm';
import type { Method } from '../../identity/sessions/authentication.js';
import { keptMethods } from '../../identity/sessions/kept-methods.js';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import { originNumber } from './grant-origin.js';
import { TokenGrant } from './token-grant.entity.js';

/** A browser’s session lasts longer only for a user who comes back every half hour. */
const KEPT_MS = 30 * DAY;

/** A client's part in a sign-in without tokens. */
interface Part {
  readonly accountId: Long;
  readonly clientId: Long;
  readonly scope: string | null;
  readonly authTime: Date | null;
  readonly methods: readonly Method[];
  readonly sid: string;
  readonly signInId: Long | null;
}

/** Notes the part once for each sign-in, as a grant without tokens, which ends and is shown as any other grant. */
export async function notePart(tx: EntityManager, part: Part, now: Date): Promise<void> {
  const { accountId, clientId, sid } = part;
  if (await tx.existsBy(TokenGrant, { accountId, clientId, sid })) return;
  const { scope, authTime, methods, signInId } = part;
  const endsAt = new Date(now.getTime() + KEPT_MS);
  const ends = { endsAt, endsOn: endsAt.toISOString().slice(0, 10) };
  const grant = {
    accountId,
    clientId,
    scope,
    authTime,
    sid,
    signInId,
    methods: keptMethods(methods),
    origin: originNumber('authorization_code'),
    createdAt: now,
    ...ends,
  };
  await tx.insert(TokenGrant, { ...grant, tokenType: 'bearer' });
}

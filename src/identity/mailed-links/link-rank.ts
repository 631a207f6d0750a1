import { In, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { addressStandings } from '../accounts/address-standing.js';
import type { Rank } from '../ways-in/youth.js';
import type { MailedLink } from './mailed-link.entity.js';

/**
 * What a link to an identifier of the account proves about the person who uses it (D344): 2 if it was mailed to a
 * settled address; 1 if it went to a young one, is for a login, or was handed over, maybe to the wrong person.
 */
export async function rankOfLink(
  tx: EntityManager,
  { accountId, identifierId, isHandedOver }: { accountId: Long; identifierId: Long; isHandedOver: boolean },
  now: Date,
): Promise<Rank> {
  return !isHandedOver && (await settledOf(tx, accountId, now)).includes(identifierId) ? 2 : 1;
}

/** A condition: links to identifiers of the account that prove at most this. */
export async function linksUpTo(
  tx: EntityManager,
  accountId: Long,
  rank: Rank | null,
  now: Date,
): Promise<FindOptionsWhere<MailedLink>[]> {
  if (rank !== 1) return [{}];
  return [{ identifierId: Not(In(await settledOf(tx, accountId, now))) }, { isHandedOver: true }];
}

async function settledOf(tx: EntityManager, accountId: Long, now: Date): Promise<Long[]> {
  return (await addressStandings(tx, accountId, now)).flatMap(({ id, isSettled }) => (isSettled ? id : []));
}

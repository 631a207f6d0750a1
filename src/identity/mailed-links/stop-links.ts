import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { addressStandings, mayPutBack, mayStop, noteRead } from '../accounts/address-standing.js';
import { findAccount, isLeaving, lockAccount } from '../accounts/account-statements.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import type { Preferences } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Notices, type MadeKnown } from '../notifications/notices.js';
import { beganBy, rankOfSignIn, signInsOf } from '../sign-ins/sign-ins-of.js';
import { endOfLink, LINK_PAGES, STOPPING_KINDS, type StoppingKind } from './link-kinds.js';
import type { AddedIdentifier, Stopped } from './link-shapes.js';
import { MailedLink } from './mailed-link.entity.js';

/** A link in a notice that works. */
export interface OpenStop {
  readonly accountId: Long;
  readonly reads: Preferences;
  readonly about: Stopped;
  /** When it was done. */
  readonly at: Date;
  /** The sign-in in which it was done, with the further proofs in it. */
  readonly beganId: Long;
  /** The address that is put back; null: none. */
  readonly removed: AddedIdentifier | null;
}

interface UsedStop extends OpenStop {
  readonly usedAt: Date;
}

/**
 * Links in notices by which an account's settled addresses stop what they did not do (D341). They sign nobody in, and
 * stop nothing that was done by a settled second factor.
 */
@Injectable()
export class StopLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly notices: Notices,
  ) {
    notices.stopBy((...what) => this.make(...what));
  }

  /** Makes a link for each address that may stop what was done. Only the removed address may undo a removal, once. */
  async make(
    tx: Transaction,
    accountId: Long,
    { signInId, removed }: MadeKnown,
    about: Stopped,
  ): Promise<ReadonlyMap<string, string>> {
    const links = new Map<string, string>();
    if (signInId === null || (await rankOfSignIn(tx, signInId)) === 3) return links;
    const createdAt = this.clock.now();
    const isPutBack = removed !== undefined && (await mayPutBack(tx, accountId, removed, createdAt));
    for (const address of await addressStandings(tx, accountId, createdAt)) {
      if (removed ? !isPutBack || address.id !== removed.id : !mayStop(address)) continue;
      const kind: StoppingKind = removed ? 'putBack' : 'disown';
      const subject = removed
        ? { identifierId: null, newType: address.type, newValue: address.normalized }
        : { identifierId: address.id };
      const token = randomSecret();
      const link = { digest: digestOf(token), kind, accountId, ...subject, about, signInId };
      await tx.insert(MailedLink, { ...link, createdAt, expiresAt: endOfLink(kind, createdAt) });
      links.set(address.normalized, `${this.config.publicUrl}${LINK_PAGES[kind].path}/${token}`);
    }
    return links;
  }

  /**
   * Finds a link without using it up: a GET may repeat. null: there is no such link, or it no longer stops anything.
   */
  async look(token: string): Promise<OpenStop | null> {
    return (await this.find(this.database.dataSource.manager, token))?.open ?? null;
  }

  /**
   * Locks the account and uses the link up, and with it links to other addresses about the same sign-in; every address
   * is notified.
   * @returns null: it no longer stops anything; nothing was changed
   */
  async use(tx: Transaction, token: string): Promise<UsedStop | null> {
    const seen = await this.find(tx, token);
    if (!seen) return null;
    const { accountId } = seen.open;
    await lockAccount(tx, accountId, 'NO KEY UPDATE'); // the facts that it rests on can't change until the end
    const found = await this.find(tx, token);
    if (!found) return null;
    const { open, link } = found;
    const [endedAt, digest] = [this.clock.now(), link.digest];
    const used = await tx.update(MailedLink, { digest, endedAt: IsNull() }, { endedAt, endedBy: 'used' });
    if (used.affected !== 1) return null;
    const signInId = In(await signInsOf(tx, accountId, open.beganId, 3));
    const beside = { accountId, kind: 'disown', signInId, endedAt: IsNull() } as const;
    await tx.update(MailedLink, beside, { endedAt, endedBy: 'withdrawn' });
    if (link.identifierId !== null) await noteRead(tx, accountId, link.identifierId, endedAt);
    await this.notices.add(tx, accountId, { kind: 'additionStopped' }); // also to addresses that are suspended after this
    return { ...open, usedAt: endedAt };
  }

  private async find(tx: EntityManager, token: string): Promise<{ open: OpenStop; link: MailedLink } | null> {
    const now = this.clock.now();
    const works = { kind: In(STOPPING_KINDS), endedAt: IsNull(), expiresAt: MoreThan(now) };
    const link = await tx.findOneBy(MailedLink, { digest: digestOf(token), ...works });
    if (!link || link.signInId === null || link.about === null) return null;
    const { accountId, identifierId, signInId, about, createdAt: at } = link;
    const account = await findAccount(tx, accountId);
    const began = await beganBy(tx, accountId, signInId);
    if (!account || !began || (account.status !== 'active' && !isLeaving(account))) return null;
    if (identifierId !== null && !(await this.maySpeak(tx, accountId, identifierId, now))) return null;
    const { newType, newValue: value } = link;
    const removed = newType === 'Email' && value !== null ? ({ type: newType, value } as const) : null;
    return { link, open: { accountId, reads: account, about, at, beganId: began.id, removed } };
  }

  private async maySpeak(tx: EntityManager, accountId: Long, addressId: Long, now: Date): Promise<boolean> {
    const address = (await addressStandings(tx, accountId, now)).find(({ id }) => id === addressId);
    return address !== undefined && mayStop(address);
  }
}

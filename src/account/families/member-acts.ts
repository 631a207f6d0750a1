import { Injectable } from '@nestjs/common';
import { PictureConverter } from '../../identity/families/picture-converter.js';
import { EarlierInvitations } from '../../identity/mailed-links/earlier-invitations.js';
import { holdSignIn, type BySession, type HeldSignIn } from '../../identity/sessions/hold-sign-in.js';
import { holdGrant, type ByGrant } from '../../oauth/tokens/hold-grant.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { FamilyActs, type ActRefusal } from './family-acts.js';
import type { ActingMember } from './family-notices.js';

/** A member who acts by the session of a browser or of calls, or by an access token. */
export type SignedInMember = ActingMember & (BySession | ByGrant);
type Outcome = Promise<ActRefusal | null>;

/** Locks the account that acts, as long as its session or grant is valid. @throws SignInRequired; CallError accessTokenInvalid */
export function holdMember(tx: Transaction, by: SignedInMember): Promise<HeldSignIn> {
  return 'session' in by ? holdSignIn(tx, by, 'SHARE') : holdGrant(tx, by, 'SHARE');
}

/** What members do in their families, on pages and by calls alike: each act is one transaction (D384). */
@Injectable()
export class MemberActs {
  /** Accounts with a picture that is being converted: one at a time (D316). */
  private readonly converting = new Set<Long>();

  constructor(
    private readonly database: Database,
    private readonly acts: FamilyActs,
    private readonly earlier: EarlierInvitations,
    private readonly converter: PictureConverter,
  ) {}

  act(by: SignedInMember, work: (tx: Transaction, acts: FamilyActs, held: HeldSignIn) => Outcome): Outcome {
    return this.database.transaction(async (tx) => work(tx, this.acts, await holdMember(tx, by)));
  }

  /** For acts that depend on who else is in the family. */
  async actAmongMembers(by: SignedInMember, work: (tx: Transaction, acts: FamilyActs) => Outcome): Outcome {
    await this.earlier.adoptBeside(by.accountId);
    return this.act(by, work);
  }

  /**
   * Sets the picture (D27).
   * @param upload null: takes the picture away
   * @throws CallError imageInvalid, imageTooLarge, unavailable
   */
  async setPicture(by: SignedInMember, familyId: Long, upload: Buffer | null): Outcome {
    const { accountId } = by;
    if (this.converting.has(accountId)) return 'converting';
    this.converting.add(accountId);
    try {
      // Before the transaction: no connection waits for it.
      const webp = upload && (await this.converter.toWebp(upload));
      return await this.act(by, (tx, acts) => acts.setPicture(tx, by, familyId, webp));
    } finally {
      this.converting.delete(accountId);
    }
  }
}

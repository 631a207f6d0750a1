import { Injectable } from '@nestjs/common';
import { FamilyMessages } from '../../account/families/family-messages.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { FamilyInvitations } from '../../identity/mailed-links/family-invitations.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp } from '../../platform/errors/outcome.js';
import { invalid, notFound } from '../../platform/errors/problem-error.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import { asProblems } from '../shell/as-problems.js';
import { requireIdOf } from '../shell/record-problems.js';
import type { FamilyInvitationBody } from './admin-family.args.js';
import type { FamilyInvitationView } from './family.view.js';

/** Links that can still be accepted: they complete an account that is already a member, or let an account join. */
const LIST = {
  name: 'admin-family-invitations',
  text: `SELECT encode(i.digest, 'hex') AS "invitationId", i.kind, i.account_id AS "accountId", a.name, n.value AS "sentTo",
                coalesce(i.member_type, m.member_type) AS "accountType", i.created_at AS "createdAt",
                i.expires_at AS "expiresAt"
           FROM invitation i JOIN account a ON a.id = i.account_id
           JOIN account_identifier n ON n.id = i.identifier_id
           LEFT JOIN family_member m ON m.family_id = i.family_id AND m.account_id = i.account_id
          WHERE i.family_id = $1 AND i.used_at IS NULL AND i.expires_at > $2
            AND CASE i.kind WHEN 'invitation' THEN a.status = 'pending' AND m.account_id IS NOT NULL
                            WHEN 'membership' THEN CASE WHEN i.invited_by IS NULL THEN a.status = 'active'
                             AND EXISTS (SELECT FROM client c WHERE c.id = i.client_id AND NOT c.is_disabled)
                              ELSE a.status <> 'disabled' END
                            ELSE false END
          ORDER BY i.created_at DESC, i.digest`,
};
const IS_ID = /^[\da-f]{64}$/;

/** Invites people to families, and withdraws invitations, for administrators (D199). */
@Injectable()
export class AdministeredInvitations {
  constructor(
    private readonly database: Database,
    private readonly invitations: FamilyInvitations,
    private readonly accounts: AccountService,
    private readonly messages: FamilyMessages,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the invitations that can still be accepted, newest first. */
  of(familyId: Long): Promise<FamilyInvitationView[]> {
    return this.database.query<FamilyInvitationView>(LIST, [familyId, this.clock.now()]);
  }

  /** @throws ProblemError invalid if there is an account with the address; notFound; conflict for a second founder */
  async invite(
    familyId: string,
    body: FamilyInvitationBody,
    by: Administrator,
  ): Promise<FamilyInvitationView> {
    const id = requireIdOf('family', familyId);
    const invite = async (tx: Transaction): Promise<Long> => {
      const accountId = await this.invitations.invite(tx, id, body);
      await this.audit.record(doneBy(by, 'account.created', `account:${accountId}`, { family: id }), tx);
      const details = { account: accountId, accountType: body.accountType };
      await this.audit.record(doneBy(by, 'member.invited', `family:${id}`, details), tx);
      return accountId;
    };
    const work = this.database.once(by, invite, (accountId) => accountId);
    const accountId = await asProblems(this.sayingWho(work, body.email));
    const open = await followUp(this.of(id));
    const made = open.find((each) => each.accountId === accountId);
    if (!made) throw notFound('this invitation: it was withdrawn or accepted in the meantime');
    return made;
  }

  /** @throws ProblemError notFound; conflict for an invited founder while there are other members */
  async withdraw(familyId: string, invitationId: string, by: Administrator): Promise<void> {
    const id = requireIdOf('family', familyId);
    if (!IS_ID.test(invitationId)) throw notFound('such an open invitation');
    await asProblems(
      this.database.transaction(async (tx) => {
        const withdrawn = await this.invitations.withdraw(tx, id, Buffer.from(invitationId, 'hex'));
        if (withdrawn === null) throw notFound('such an open invitation');
        const { accountId, isDeleted, invitedBy } = withdrawn;
        await this.messages.withdrawn(tx, { familyId: id, by: null }, invitedBy);
        const details = { account: accountId };
        await this.audit.record(doneBy(by, 'member.invitation_withdrawn', `family:${id}`, details), tx);
        if (isDeleted) await this.audit.record(doneBy(by, 'account.deleted', `account:${accountId}`), tx);
      }),
    );
  }

  /** Reports a taken address as a problem of its field, with the account that has it. */
  private async sayingWho<T>(work: Promise<T>, email: string): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      if (!(cause instanceof CallError) || cause.definition !== Errors.accountAlreadyExists) throw cause;
      const normalized = normalizeIdentifier('Email', email) ?? '';
      const accountId = await this.accounts.findByIdentifier([normalized]);
      const whose = accountId === null ? 'another account' : `account ${accountId}`;
      throw invalid([{ field: 'email', message: `belongs to ${whose} already: add it as a member instead` }]);
    }
  }
}

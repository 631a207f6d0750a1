import { Injectable } from '@nestjs/common';
import { AccountService } from '../identity/accounts/account.service.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import type { Transaction } from '../platform/database/transaction.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import type { LinkRequest } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks, RESEND_PAUSE_SECONDS } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';
import { by } from './family-provisioning.service.js';
import { clientOf, type ReachedAccount } from './reach.js';
import type { GivenIdentifier } from './wire-values.js';

type Address = GivenIdentifier<'Email' | 'Msisdn' | 'Login'>;

/**
 * Identifiers that provisioning adds to an account. One without a password has nothing to lose; of one that is
 * somebody's nothing changes until they, signed in, say so: else whoever added a mailbox would get in by it.
 */
@Injectable()
export class AddedIdentifiers {
  constructor(
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param familyId of which the message speaks
   * @throws CallError accountAlreadyExists, tooManyAttempts
   */
  async add(
    tx: Transaction,
    account: ReachedAccount,
    given: Address | GivenIdentifier<'ExternalId'>,
    familyId: Long | null,
    requester: Requester,
  ): Promise<void> {
    if (given.type === 'ExternalId') return this.attach(tx, account, given.value, requester);
    const link = { accountId: account.id, familyId, clientId: clientOf(requester).id };
    if (account.hasPassword) return this.propose(tx, given, link, requester);
    const identifierId = await this.accounts.addIdentifier(
      tx,
      account.id,
      { ...given, isValidated: false },
      null,
    );
    await this.links.issue(tx, { ...link, kind: 'invitation', identifierId }); // whichever is used first completes it (D93)
  }

  /** D156. The addresses that were confirmed before hear of it now. */
  private async propose(
    tx: Transaction,
    { type, normalized: value }: Address,
    to: Pick<LinkRequest, 'accountId' | 'familyId' | 'clientId'>,
    requester: Requester,
  ): Promise<void> {
    const { accountId } = to;
    await this.accounts.requireFree(tx, value);
    const link = { ...to, kind: 'confirmation', identifierId: null, added: { type, value } } as const;
    if (await this.links.isSentTooOften(tx, link)) throw sentTooOften();
    await this.links.issue(tx, link);
    const clientName = clientOf(requester).name;
    await this.notices.add(tx, accountId, { kind: 'identifierProposed', value, clientName });
    const target = `account:${accountId}`;
    await this.audit.record({ action: 'identifier.proposed', outcome: 'ok', ...by(requester), target }, tx);
  }

  /** D157. A privileged client's counts at once: it may sign the user in anyway. */
  private async attach(
    tx: Transaction,
    { id, hasPassword }: ReachedAccount,
    value: string,
    requester: Requester,
  ): Promise<void> {
    const { issuer, isPrivileged } = clientOf(requester);
    const isValidated = isPrivileged || !hasPassword;
    const identifier = { type: 'ExternalId', value, isValidated, issuer } as const;
    const identifierId = await this.accounts.addIdentifier(tx, id, identifier, null);
    if (isValidated && hasPassword)
      await this.notices.add(tx, id, { kind: 'partnerConnected', value: issuer });
    const action = isValidated ? 'account.linked' : 'account.link-proposed';
    const details = { issuer, by: 'provisioning', identifier: identifierId };
    const event = { action, outcome: 'ok', target: `account:${id}`, details } as const;
    await this.audit.record({ ...event, ...by(requester) }, tx);
  }
}

function sentTooOften(): CallError {
  const message =
    'A message that asks to confirm this address was sent within the last five minutes, or five of them today: its link works.';
  return new CallError(
    Errors.tooManyAttempts,
    {},
    { message, headers: { 'Retry-After': String(RESEND_PAUSE_SECONDS) } },
  );
}

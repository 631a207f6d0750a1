import { Injectable } from '@nestjs/common';
import { addIdentifier } from '../identity/accounts/account-identifiers.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import type { Transaction } from '../platform/database/transaction.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { InvitedAccounts } from '../identity/mailed-links/invited-accounts.js';
import type { LinkRequest } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks, RESEND_PAUSE_SECONDS } from '../identity/mailed-links/mailed-links.service.js';
import { MessageCosts } from '../identity/notifications/message-costs.js';
import { Notices } from '../identity/notifications/notices.js';
import { clientOf, eventBy, type ReachedAccount } from './reach.js';
import { STORED_TYPE, type GivenIdentifier, type WireType } from './wire-values.js';

type Address = GivenIdentifier<'Email' | 'Msisdn' | 'Login'>;

/**
 * Adds identifiers to accounts for a client: at once to an account without a password. The user of an account with a password
 * is asked first, signed in: otherwise a client could add a mailbox of its own and get in by it.
 */
@Injectable()
export class AddedIdentifiers {
  constructor(
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly invited: InvitedAccounts,
    private readonly costs: MessageCosts,
    private readonly audit: AuditLog,
  ) {}

  /** Spends what a message to this type of identifier costs the client. Call it before the transaction. @throws BudgetSpent */
  async spend(type: WireType | undefined, requester: Requester): Promise<void> {
    const isPhone = type !== undefined && STORED_TYPE[type] === 'Msisdn';
    const { address, told } = requester;
    if (isPhone) await this.costs.spendOn('Msisdn', { client: clientOf(requester), address, told });
  }

  /** @throws CallError msisdnInvalid */
  requireReach({ type, normalized: value }: GivenIdentifier): void {
    this.costs.requireReach({ type, value });
  }

  /**
   * @param familyId the family that the message mentions
   * @throws CallError accountAlreadyExists, tooManyAttempts
   */
  async add(
    tx: Transaction,
    account: ReachedAccount,
    given: Address | GivenIdentifier<'ExternalId'>,
    familyId: Long | null,
    requester: Requester,
  ): Promise<void> {
    this.requireReach(given);
    if (given.type === 'ExternalId') return this.attach(tx, account, given.value, requester);
    const { id: accountId } = account;
    if (account.hasPassword) return this.propose(tx, given, { accountId, familyId }, requester);
    await this.invited.requireFree(tx, given.normalized);
    await this.invited.release(tx, given.normalized);
    const identifierId = await addIdentifier(tx, accountId, { ...given, isValidated: false });
    // Of several invitations, the first one used completes the account (D93).
    await this.invite(tx, { accountId, familyId, identifierId }, requester);
  }

  /** Sends an invitation to an identifier of an account without a password. */
  async invite(
    tx: Transaction,
    to: Pick<LinkRequest, 'accountId' | 'familyId' | 'identifierId'>,
    requester: Requester,
  ): Promise<void> {
    const link = { ...to, kind: 'invitation', clientId: clientOf(requester).id } as const;
    await this.links.issue(tx, link, { textBy: 'paid' });
  }

  /** Asks the user of the account, and notifies its confirmed addresses (D156). */
  private async propose(
    tx: Transaction,
    { type, normalized, value: given }: Address,
    to: Pick<LinkRequest, 'accountId' | 'familyId'>,
    requester: Requester,
  ): Promise<void> {
    const { accountId } = to;
    const { id: clientId, name: clientName } = clientOf(requester);
    await this.invited.requireFree(tx, normalized);
    const value = type === 'Login' ? given : normalized; // a login stays as it was given
    const what = { kind: 'confirmation', identifierId: null, added: { type, value } } as const;
    const link = { ...to, ...what, clientId };
    if (await this.links.isSentTooOften(tx, link)) throw sentTooOften();
    await this.links.issue(tx, link, { textBy: 'paid' });
    await this.notices.add(tx, accountId, { kind: 'identifierProposed', value, clientName, byOther: true });
    await this.audit.record(eventBy(requester, 'identifier.proposed', `account:${accountId}`), tx);
  }

  /** Attaches an ExternalId (D157). One of a privileged client counts at once: it may sign the user in anyway. */
  private async attach(
    tx: Transaction,
    { id, hasPassword }: ReachedAccount,
    value: string,
    requester: Requester,
  ): Promise<void> {
    const { issuer, isPrivileged } = clientOf(requester);
    const isValidated = isPrivileged || !hasPassword;
    const identifier = { type: 'ExternalId', value, isValidated, issuer } as const;
    const identifierId = await addIdentifier(tx, id, identifier);
    if (isValidated && hasPassword)
      await this.notices.add(tx, id, { kind: 'partnerConnected', value: issuer, byOther: true });
    const action = isValidated ? 'account.linked' : 'account.link-proposed';
    const details = { issuer, by: 'provisioning', identifier: identifierId };
    await this.audit.record(eventBy(requester, action, `account:${id}`, details), tx);
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

import { Injectable } from '@nestjs/common';
import { OwnRecovery } from '../../account/recovery/own-recovery.js';
import { ResetLinks } from '../../account/reset-links.service.js';
import type { Role } from '../../identity/accounts/account.entity.js';
import { ConnectedApps } from '../../oauth/consent/connected-apps.service.js';
import { followUp } from '../../platform/errors/outcome.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { InvitationService } from '../../provisioning/invitations/invitation.service.js';
import { AccountLinks, type ExternalId } from '../../oauth/sso/account-links.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { asProblems } from '../shell/as-problems.js';
import { conflict, forbidden } from '../shell/record-problems.js';
import { AccountDirectory } from './account-directory.js';
import type { AccountIdentifierView } from './account.view.js';

const REFUSED = {
  tooSoon:
    'Too soon: a link was sent less than 5 minutes ago, or 5 within a day. Check the outbox, or try again later.',
  notPending: 'Only a pending account can be invited; this one is active or disabled.',
  notActive:
    'The account is not active. Resend the invitation of a pending account; enable a disabled one first.',
  secured:
    'The account is secured: only a link to the address that was chosen opens it. Its owner gets another by “Forgot your password?” with that address, or an administrator secures it again.',
  noAddress: 'The account has no address to send it to.',
} as const;
const NO_RECOVERY = {
  tooSoon:
    'Links were sent within the last 5 minutes, or 5 within a day. Check the outbox, or try again later.',
  notActive: 'The account is not active.',
  notProtected: 'The account has no second factor. Send a password reset link instead.',
  noAddress: 'The account has no confirmed address to send the links to.',
} as const;

/** Sends links to the user of an account, connects partner ids, and revokes consents. */
@Injectable()
export class AccountHelp {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly invitations: InvitationService,
    private readonly resets: ResetLinks,
    private readonly recovery: OwnRecovery,
    private readonly links: AccountLinks,
    private readonly apps: ConnectedApps,
  ) {}

  async invite(accountId: string, by: Administrator): Promise<void> {
    requireMayHelp(by, await this.directory.get(accountId));
    settled(await asProblems(this.invitations.invite(accountId, actorOf(by))));
  }

  async sendReset(accountId: string, by: Administrator): Promise<void> {
    requireMayHelp(by, await this.directory.get(accountId));
    settled(await asProblems(this.resets.sendTo(accountId, actorOf(by))));
  }

  /** Starts the recovery of the second factor; nobody can skip its wait (D250). @throws ProblemError notFound, forbidden, conflict */
  async startRecovery(accountId: string, by: Administrator): Promise<void> {
    requireMayHelp(by, await this.directory.get(accountId));
    const outcome = await asProblems(this.recovery.startFor(accountId, actorOf(by)));
    if (outcome !== 'sent') throw conflict(NO_RECOVERY[outcome]);
  }

  /** @throws ProblemError notFound; conflict if another account has the id */
  async connect(
    accountId: string,
    externalId: ExternalId,
    by: Administrator,
  ): Promise<AccountIdentifierView> {
    await this.directory.get(accountId);
    const outcome = await asProblems(this.links.link(accountId, externalId, actorOf(by), by));
    if (outcome === 'taken')
      throw conflict('Another account has this ExternalId. Disconnect it there first.');
    if (outcome === 'hasRole')
      throw conflict('The account has a role: only its own user can connect it, under /account/sign-in.');
    if (outcome === 'over') throw conflict('The account is disabled. Enable it first.');
    const { identifiers } = await followUp(this.directory.get(accountId));
    const { issuer, subject } = externalId;
    const made = identifiers.find((own) => own.issuer === issuer && own.value === subject);
    if (!made) throw conflict('It was disconnected again in the meantime.');
    return made;
  }

  async disconnect(accountId: string, identifierId: string, by: Administrator): Promise<void> {
    const { identifiers } = await this.directory.get(accountId);
    const own = identifiers.find((each) => each.identifierId === identifierId && each.type === 'ExternalId');
    if (!own) throw notFound(`ExternalId ${JSON.stringify(identifierId)} at this account`);
    await this.links.unlink(accountId, { issuer: own.issuer ?? '', subject: own.value }, actorOf(by));
  }

  /**
   * Disconnects the client as the user would: its tokens and unused codes stop working.
   * @throws ProblemError notFound
   */
  async endConsent(accountId: string, clientId: string, by: Administrator): Promise<void> {
    const { connectedApps } = await this.directory.get(accountId);
    const isThere = connectedApps.some((app) => app.clientId === clientId);
    if (!isThere || !(await this.apps.endFor(accountId, clientId, actorOf(by))))
      throw notFound(`consent of this account to the client ${JSON.stringify(clientId)}`);
  }
}

/** A link to an account with a role gives access to the administration, so support may not send one (D143). */
export function requireMayHelp(by: Administrator, { role }: { readonly role: Role | null }): void {
  if (by.role === 'administrator' || role === null) return;
  throw forbidden('The account has an administration role, so only an administrator can do this.');
}

function settled(outcome: 'sent' | keyof typeof REFUSED): void {
  if (outcome !== 'sent') throw conflict(REFUSED[outcome]);
}

import { Get, Param, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import { OpenPage } from '../../platform/operations/declare.js';
import type { Long } from '../../platform/operations/long.js';
import type { LinkView, UsedLink } from '../../identity/mailed-links/link-shapes.js';
import { proposalPage, proposalSignInPage } from './proposal.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { MINUTE } from '../../platform/security/clock.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { holdFamily } from '../../identity/families/family-statements.js';
import { Acceptances } from '../../identity/mailed-links/acceptances.js';
import { IdentifierChanges } from '../../identity/mailed-links/identifier-changes.js';
import { MailedLinks, PROPOSALS } from '../../identity/mailed-links/mailed-links.service.js';
import {
  BY_LINK,
  SignInThenDecide,
  type Decider,
  type Decision,
  type DecisionOutcome,
  type PathOf,
  type DeciderSignIn,
} from './sign-in-then-decide.js';

const ALIKE = { declined: 'proposal.declined', over: 'proposal.over' };
const ADDRESS = { ...ALIKE, done: 'confirmation.done', taken: 'addition.taken' };
const FAMILY = { ...ALIKE, done: 'proposal.familyDone', taken: 'proposal.familyTaken' };

/**
 * The pages on which a user decides on a client's proposal: a further address (D156), or a family to join (D159, D160). It
 * is the decision that `SignInThenDecide` leads to.
 */
@OpenPages('proposal/:token')
export class ProposalController implements Decision<LinkView> {
  readonly path = 'proposal';
  readonly yes = 'accept';
  readonly freshMs = 10 * MINUTE;

  constructor(
    private readonly flow: SignInThenDecide,
    private readonly database: Database,
    private readonly acceptances: Acceptances,
    private readonly links: MailedLinks,
    private readonly changes: IdentifierChanges,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  @OpenPage('proposal', 'Asks an account what a client asks of it', { because: BY_LINK })
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const link = await this.find(token);
    // A node of 0.2 sent this invitation as a proposal, and nobody has completed its account yet (D311).
    if (link?.completes) return seeOther(`/invitation/${encodeURIComponent(token)}`);
    return this.flow.show(this, { token, visit });
  }

  @Post('sign-in')
  @OpenPage('proposalsignin', 'Signs the user in to decide', { because: BY_LINK, writes: true })
  signIn(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.signInForIt(this, { token, visit });
  }

  @Post('decision')
  @OpenPage('proposaldecision', "The user's decision", { because: BY_LINK, writes: true })
  decide(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.decide(this, { token, visit });
  }

  /** Leaves the link unused: a GET may repeat (D71). */
  find(token: string): Promise<LinkView | null> {
    return this.links.look(token, PROPOSALS);
  }

  signInPage(
    reader: Reader,
    { clientName, ofClient }: LinkView,
    form: DeciderSignIn,
    isOther: boolean,
  ): string {
    return proposalSignInPage(reader, { ...form, clientName, isOther, look: lookOf(ofClient) });
  }

  page(reader: Reader, link: LinkView, accountId: Long, path: PathOf): Promise<string | null> {
    const isFor = this.isFor(link, accountId);
    return Promise.resolve(isFor ? proposalPage(reader, { ...link, action: path('/decision') }) : null);
  }

  /** An address can reset the password; a family opens nothing. */
  isSensitive({ kind }: LinkView): boolean {
    return kind !== 'membership';
  }

  isFor(link: LinkView, accountId: Long): boolean {
    return link.accountId === accountId;
  }

  noteKey(outcome: DecisionOutcome | 'declined', link: LinkView | null): string {
    return (link?.kind === 'membership' ? FAMILY : ADDRESS)[outcome];
  }

  /**
   * Accepts it for the account that is signed in.
   * @returns taken: another account has the address, or the family another founder
   */
  async accept(token: string, link: LinkView, who: Decider): Promise<DecisionOutcome> {
    try {
      return await this.database.transaction(async (tx) => {
        // Locks in the order of a deletion: the account, the account that makes way for it, the family, the link.
        const { signInId } = await holdSignIn(tx, who, 'NO KEY UPDATE');
        if (link.kind === 'confirmation') await this.changes.holdInvited(tx, link.value);
        if (link.familyId !== null) await holdFamily(tx, link.familyId);
        const used = await this.links.consume(tx, token, PROPOSALS);
        if (!used) return 'over';
        await (used.added
          ? this.addAddress(tx, { ...used, made: { ...used.made, signInId } }, who)
          : this.join(tx, used, who));
        return 'done';
      });
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      const { definition } = cause;
      if (definition === Errors.accountAlreadyExists || definition === Errors.founderAlreadyExists)
        return 'taken';
      if (definition === Errors.familyIdDoesNotExist) return 'over'; // deleted just now
      throw cause;
    }
  }

  /** Needs no sign-in: every holder of the link may decline. */
  async decline(token: string, { address }: Pick<Decider, 'address'>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const accountId = await this.links.decline(tx, token, PROPOSALS);
      if (accountId === null) return;
      const event = { action: 'proposal.declined', outcome: 'refused' } as const;
      await this.audit.record({ ...event, target: `account:${accountId}`, address }, tx);
    });
  }

  private async addAddress(tx: Transaction, { added, made }: UsedLink, who: Decider): Promise<void> {
    const { type, value } = added as NonNullable<UsedLink['added']>;
    const normalized = type === 'Login' ? normalizeIdentifier(type, value) : value; // a login keeps its spelling
    if (normalized === null) throw new CallError(Errors.identifierInvalid); // it was proposed before 0.2.0
    await this.changes.add(tx, who.accountId, { type, value, normalized }, made);
    const { accountId, address } = who;
    await this.audit.record({ action: 'identifier.confirmed', outcome: 'ok', accountId, address }, tx);
  }

  private async join(tx: Transaction, { joins: [membership] }: UsedLink, who: Decider): Promise<void> {
    if (membership === undefined) throw new CallError(Errors.familyIdDoesNotExist);
    await this.acceptances.join(tx, membership, who);
  }
}

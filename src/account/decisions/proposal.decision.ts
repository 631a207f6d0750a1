import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import type { LinkView } from '../../identity/mailed-links/link-shapes.js';
import { proposalPage, proposalSignInPage } from './proposal.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { MINUTE } from '../../platform/security/clock.js';
import { Proposals } from './proposals.service.js';
import type { Decider, Decision, DecisionOutcome, PathOf, SignInForm } from './sign-in-then-decide.js';

const ALIKE = { declined: 'proposal.declined', over: 'proposal.over' };
const ADDRESS = { ...ALIKE, done: 'confirmation.done', taken: 'addition.taken' };
const FAMILY = { ...ALIKE, done: 'proposal.familyDone', taken: 'proposal.familyTaken' };

/** The decision on a client's proposal: a further address (D156), or a family to join (D159). */
@Injectable()
export class ProposalDecision implements Decision<LinkView> {
  readonly path = 'proposal';
  readonly yes = 'accept';
  readonly freshMs = 10 * MINUTE;

  constructor(private readonly proposals: Proposals) {}

  find(token: string): Promise<LinkView | null> {
    return this.proposals.look(token);
  }

  signInPage(reader: Reader, { clientName, ofClient }: LinkView, form: SignInForm, isOther: boolean): string {
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

  accept(token: string, link: LinkView, by: Decider): Promise<DecisionOutcome> {
    return this.proposals.accept(token, link, by);
  }

  decline(token: string, { address }: Pick<Decider, 'address'>): Promise<void> {
    return this.proposals.decline(token, address);
  }

  noteKey(outcome: DecisionOutcome | 'declined', link: LinkView | null): string {
    return (link?.kind === 'membership' ? FAMILY : ADDRESS)[outcome];
  }
}

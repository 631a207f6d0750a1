import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../platform/operations/visit.js';
import type { AccountInformationView } from '../families/account-information.view.js';
import { ProofRequired } from '../../platform/errors/proof-required.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';
import type { Proven } from './proofs.js';

const ATTACHED = new WeakMap<Visit, Attached>();

interface Attached {
  readonly account: AccountInformationView;
  readonly proven: Proven;
}

/** @param proven what was shown in the last minutes (D253) */
export function attachAccount(visit: Visit, account: AccountInformationView, proven: Proven): void {
  ATTACHED.set(visit, { account, proven });
}

/**
 * Where one first shows again who one is, so that nothing is filled in that is then asked for anew; null: it was shown
 * lately. For an `@AccountPage` with a form that is sensitive.
 * @param page that the form is on
 * @param needs what the route of the form needs
 */
export function proofFirst(visit: Visit, page: string, needs: keyof Proven = 'lately'): string | null {
  return attachedTo(visit).proven[needs] ? null : proofPath(page);
}

/** The same for a page that is nothing else. @throws ProofRequired */
export function requireProof(visit: Visit, page: string, needs: keyof Proven = 'lately'): void {
  if (!attachedTo(visit).proven[needs]) throw new ProofRequired(page);
}

/** The account that is signed in to the browser, on an `@AccountPage`. */
export const CurrentAccount = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountInformationView => attachedTo(visitIn(context)).account,
);

function attachedTo(visit: Visit): Attached {
  const attached = ATTACHED.get(visit);
  if (!attached) throw new Error('the page does not declare that it is of an account');
  return attached;
}

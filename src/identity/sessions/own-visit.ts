import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../platform/operations/visit.js';
import type { AccountInformationView } from '../accounts/account-information.view.js';
import { ProofRequired } from '../../platform/errors/proof-required.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';
import type { Proven } from './proofs.js';

/** A request for an `@AccountPage`. */
export type OwnVisit = Visit & OfAccount;

interface OfAccount {
  /** The account that is signed in to the browser. */
  readonly account: AccountInformationView;
  /** What was proven in the last minutes (D253). */
  readonly proven: Proven;
}

/** Adds the account that is signed in to the visit. */
export function attachAccount(visit: Visit, of: OfAccount): OwnVisit {
  return Object.assign(visit, of);
}

/**
 * The page where a person first proves again who they are, so that they need not fill in the form twice; null: they
 * proved it lately. For an `@AccountPage` with a sensitive form.
 * @param page that the form is on
 * @param needs the proof that the route of the form needs
 */
export function proofFirst(
  { proven }: OwnVisit,
  page: string,
  needs: keyof Proven = 'lately',
): string | null {
  return proven[needs] ? null : proofPath(page);
}

/** Requires a recent proof for the whole page. @throws ProofRequired */
export function requireProof({ proven }: OwnVisit, page: string, needs: keyof Proven = 'lately'): void {
  if (!proven[needs]) throw new ProofRequired(page);
}

/** Injects the request for an `@AccountPage` into its handler. @throws Error for any other page */
export const CurrentOwnVisit = createParamDecorator((_: unknown, context: ExecutionContext): OwnVisit => {
  const visit = visitIn(context);
  if (!isOwn(visit)) throw new Error('the page does not declare that it is of an account');
  return visit;
});

function isOwn(visit: Visit): visit is OwnVisit {
  return Object.hasOwn(visit, 'account') && Object.hasOwn(visit, 'proven');
}

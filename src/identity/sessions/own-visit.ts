import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../platform/operations/visit.js';
import type { AccountInformationView } from '../families/account-information.view.js';
import { ProofRequired } from '../../platform/errors/proof-required.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';
import type { Proven } from './proofs.js';

/** A request for an `@AccountPage`. */
export type OwnVisit = Visit & OfAccount;

interface OfAccount {
  /** The account that is signed in to the browser. */
  readonly account: AccountInformationView;
  /** What was shown in the last minutes (D253). */
  readonly proven: Proven;
}

/** Makes the visit one of the account that is signed in. */
export function attachAccount(visit: Visit, of: OfAccount): OwnVisit {
  return Object.assign(visit, of);
}

/**
 * Where one first shows again who one is, so that nothing is filled in that is then asked for anew; null: it was shown
 * lately. For an `@AccountPage` with a form that is sensitive.
 * @param page that the form is on
 * @param needs what the route of the form needs
 */
export function proofFirst(
  { proven }: OwnVisit,
  page: string,
  needs: keyof Proven = 'lately',
): string | null {
  return proven[needs] ? null : proofPath(page);
}

/** The same for a page that is nothing else. @throws ProofRequired */
export function requireProof({ proven }: OwnVisit, page: string, needs: keyof Proven = 'lately'): void {
  if (!proven[needs]) throw new ProofRequired(page);
}

/** The request for an `@AccountPage`, for its handler. @throws Error for a page that is none */
export const CurrentOwnVisit = createParamDecorator((_: unknown, context: ExecutionContext): OwnVisit => {
  const visit = visitIn(context);
  if (!isOwn(visit)) throw new Error('the page does not declare that it is of an account');
  return visit;
});

function isOwn(visit: Visit): visit is OwnVisit {
  return Object.hasOwn(visit, 'account') && Object.hasOwn(visit, 'proven');
}

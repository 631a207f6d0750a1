import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AccountInformationView } from '../families/account-information.view.js';
import { ProofRequired } from '../../platform/errors/proof-required.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';
import type { Proven } from './proofs.js';

const ATTACHED = Symbol('account');

interface Attached {
  readonly account: AccountInformationView;
  readonly proven: Proven;
}
type Carrier = Request & { [ATTACHED]?: Attached };

/** @param proven what was shown in the last minutes (D253) */
export function attachAccount(request: Request, account: AccountInformationView, proven: Proven): void {
  (request as Carrier)[ATTACHED] = { account, proven };
}

/**
 * Where one first shows again who one is, so that nothing is filled in that is then asked for anew; null: it was shown
 * lately. For an `@AccountPage` with a form that is sensitive.
 * @param page that the form is on
 * @param needs what the route of the form needs
 */
export function proofFirst(request: Request, page: string, needs: keyof Proven = 'lately'): string | null {
  return attachedTo(request).proven[needs] ? null : proofPath(page);
}

/** The same for a page that is nothing else. @throws ProofRequired */
export function requireProof(request: Request, page: string, needs: keyof Proven = 'lately'): void {
  if (!attachedTo(request).proven[needs]) throw new ProofRequired(page);
}

/** The account that is signed in to the browser, on an `@AccountPage`. */
export const CurrentAccount = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountInformationView =>
    attachedTo(context.switchToHttp().getRequest<Request>()).account,
);

function attachedTo(request: Request): Attached {
  const { [ATTACHED]: attached } = request as Carrier;
  if (!attached) throw new Error('the page does not declare that it is of an account');
  return attached;
}

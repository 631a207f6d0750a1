import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AccountInformationView } from '../families/account-information.view.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';

const ACCOUNT = Symbol('account');
const PROVEN = Symbol('proven');
type Carrier = Request & { [ACCOUNT]?: AccountInformationView; [PROVEN]?: boolean };

/** @param isProvenLately it was shown in the last minutes who this is (D253) */
export function attachAccount(
  request: Request,
  account: AccountInformationView,
  isProvenLately: boolean,
): void {
  (request as Carrier)[ACCOUNT] = account;
  (request as Carrier)[PROVEN] = isProvenLately;
}

/**
 * Where one first shows again who one is, so that nothing is filled in that is then asked for anew; null: it was shown
 * lately. For an `@AccountPage` with a form that is sensitive.
 * @param page that the form is on
 */
export function proofFirst(request: Request, page: string): string | null {
  return (request as Carrier)[PROVEN] ? null : proofPath(page);
}

/** The account that is signed in to the browser, on an `@AccountPage`. */
export const CurrentAccount = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountInformationView => {
    const account = context.switchToHttp().getRequest<Carrier>()[ACCOUNT];
    if (!account) throw new Error('the page does not declare that it is of an account');
    return account;
  },
);

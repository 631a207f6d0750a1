import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AccountInformationView } from '../families/account-information.view.js';

const ACCOUNT = Symbol('account');
type Carrier = Request & { [ACCOUNT]?: AccountInformationView };

export function attachAccount(request: Request, account: AccountInformationView): void {
  (request as Carrier)[ACCOUNT] = account;
}

/** The account that is signed in to the browser, on an `@AccountPage`. */
export const CurrentAccount = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountInformationView => {
    const account = context.switchToHttp().getRequest<Carrier>()[ACCOUNT];
    if (!account) throw new Error('the page does not declare that it is of an account');
    return account;
  },
);

import type { Request } from 'express';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import type { ByUser } from '../oauth/consent/connected-apps.service.js';
import { exchangeOf } from '../platform/operations/exchange.js';

/** Who sends a form, and from where. */
export function byUser({ accountId }: AccountInformationView, request: Request): ByUser {
  return { accountId, address: exchangeOf(request).origin.address };
}

import { AUTHORIZATION } from './authorization.js';
import { BRANDING } from './branding.js';
import { CONSOLE_ACCOUNTS } from './console-accounts.js';
import { CONSOLE_DESK } from './console-desk.js';
import { CONSOLE_RECORDS } from './console-records.js';
import { DOCUMENTS } from './documents.js';
import { FAMILIES } from './families.js';
import { OWN_ACCOUNT } from './own-account.js';
import { PASSKEYS } from './passkeys.js';
import { PROVIDERS } from './providers.js';
import { SECOND_FACTOR } from './second-factor.js';
import type { Walk } from './walk.js';

export const WALKS: readonly Walk[] = [
  ...AUTHORIZATION,
  ...BRANDING,
  ...CONSOLE_ACCOUNTS,
  ...CONSOLE_DESK,
  ...CONSOLE_RECORDS,
  ...DOCUMENTS,
  ...FAMILIES,
  ...OWN_ACCOUNT,
  ...PASSKEYS,
  ...PROVIDERS,
  ...SECOND_FACTOR,
];

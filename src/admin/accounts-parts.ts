import { AccountImport } from './account-import/account-import.js';
import { AccountImportConsole } from './account-import/account-import.console.js';
import { AccountImportController } from './account-import/account-import.controller.js';
import { AccountDirectory } from './accounts/account-directory.js';
import { AccountHelp } from './accounts/account-help.js';
import { AccountHelpConsole } from './accounts/account-help.console.js';
import { AccountHelpController } from './accounts/account-help.controller.js';
import { AccountPages } from './accounts/account-pages.js';
import { AccountSearch } from './accounts/account-search.js';
import { AccountSessions } from './accounts/account-sessions.js';
import { AccountsConsole } from './accounts/accounts.console.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { Accounts } from './accounts/accounts.service.js';
import { FamilyDirectory } from './families/family-directory.js';
import { FamiliesConsole } from './families/families.console.js';
import { FamiliesController } from './families/families.controller.js';
import { Families } from './families/families.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { Grants } from './grants/grants.service.js';
import { TokensConsole } from './grants/tokens.console.js';
import { Tokens } from './grants/tokens.service.js';

/** Accounts, families and tokens: of the administration's module, in a file of its own for its length. */
export const ACCOUNTS_CONTROLLERS = [
  AccountHelpConsole,
  AccountHelpController,
  AccountImportConsole, // before AccountsConsole, to whom /admin/accounts/import would be an account
  AccountImportController,
  AccountsConsole,
  AccountsController,
  FamiliesConsole,
  FamiliesController,
  GrantsController,
  TokensConsole,
];

export const ACCOUNTS_PROVIDERS = [
  AccountDirectory,
  AccountHelp,
  AccountImport,
  AccountPages,
  AccountSearch,
  AccountSessions,
  Accounts,
  Families,
  FamilyDirectory,
  Grants,
  Tokens,
];

import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import type { DemoCredentials } from './demo-data.js';

export interface ShownDemo extends Pick<DemoCredentials, 'administrator' | 'member'> {
  /** The code for the administrator's second factor; null: the administrator has one. */
  readonly setupCode: string | null;
}

/** Printed by the first start: addresses, accounts, a call with a Bearer token, and what to do next. */
export function demoMessage(url: string, { administrator, member, setupCode }: ShownDemo): string {
  const code =
    setupCode === null ? '' : `\n  Set-up code     ${setupCode}     for its second factor, within a day`;
  return `
Hearth is running at ${url} with demo data, whose secrets are kept in demo.env in the data folder.

  Console         ${url}/admin
  Administrator   ${administrator.identifier}   password ${administrator.password}${code}
  User            ${member.identifier}     password ${member.password}
  Documentation   ${url}/docs

In a second terminal, a call with a Bearer token, and everything step by step:
  curl -H "Authorization: Bearer $(npm run -s demo:token)" ${url}/api/acc/getloggedaccount
  npm run tour

`;
}

/** Printed by a server without an administrator: its reader can make the first one within a day. */
export function setupMessage({ publicUrl, localUrl }: AppConfig, code: string): string {
  return `
There is no administrator yet. Make the first one within a day: open the page, or type the command on this machine.

  Page         ${publicUrl}/admin/setup
  Command      ${hearthCommand(`admin create --url ${localUrl}`)}
  Setup code   ${code}

`;
}

/** Printed by the command that makes a set-up code on this machine. */
export function setupCodeMessage({ code, expiresAt }: MadeSetupCode): string {
  return `Set-up code   ${code}\nWorks once, until ${expiresAt.toISOString()}, in place of an older one.\n`;
}

export function startMessage(url: string): string {
  return `Hearth is running at ${url}`;
}

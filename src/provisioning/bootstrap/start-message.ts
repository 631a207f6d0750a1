import type { AppConfig } from '../../platform/config/app-config.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import type { DemoCredentials } from './demo-data.js';

/** Printed by the first start: where, as whom, a call with a Bearer token, and what to do next. */
export function demoMessage(url: string, { administrator, member }: DemoCredentials): string {
  return `
Hearth is running at ${url} with demo data, whose secrets are kept in demo.env in the data folder.

  Console         ${url}/admin
  Administrator   ${administrator.identifier}   password ${administrator.password}
  User            ${member.identifier}     password ${member.password}
  API             ${url}/docs

In a second terminal, a call with a Bearer token, and everything step by step:
  curl -H "Authorization: Bearer $(npm run -s demo:token)" ${url}/api/acc/getloggedaccount
  npm run tour

`;
}

/** Printed by a server without an administrator: whoever reads it can make the first one, within a day. */
export function setupMessage({ publicUrl, localUrl }: AppConfig, code: string): string {
  return `
There is no administrator yet. Make the first one within a day: open the page, or type the command on this machine.

  Page         ${publicUrl}/admin/setup
  Command      ${hearthCommand(`admin create --url ${localUrl}`)}
  Setup code   ${code}

`;
}

export function startMessage(url: string): string {
  return `Hearth is running at ${url}`;
}

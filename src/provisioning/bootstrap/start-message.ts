import type { AppConfig } from '../../platform/config/app-config.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import type { DemoCredentials } from './demo-data.js';

/** Printed by the first start: the address, how to sign in, and three lines to paste. */
export function demoMessage(url: string, { clients, administrator, member }: DemoCredentials): string {
  const { privileged, provisioning } = clients;
  const who = `-u '${privileged.clientId}:${privileged.clientSecret}'`;
  const password = `-d 'username=${administrator.identifier}' -d 'password=${administrator.password}'`;
  const token = `curl -s ${who} -d grant_type=password ${password} ${url}/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`;
  return `
Hearth is running at ${url}   (API documentation: ${url}/docs)

This database was empty, so demo data was made. Its secrets are shown only here;
they are kept in demo.env in the data folder, for "npm run tour" and the README's examples.

  Administrator   ${administrator.identifier}   password ${administrator.password}
  User            ${member.identifier}   password ${member.password}
  Console         ${url}/admin

  A token for a password, as a privileged client:
    curl ${who} -d 'a01identifier=${administrator.identifier}' -d 'a01password=${administrator.password}' -d a01tokentype=Mac -d a01deviceId=terminal '${url}/api?a01call=log2generateaccesstokenbypassword'

  A call with a Bearer token:
    curl -H "Authorization: Bearer $(${token})" ${url}/api/acc/getloggedaccount

  A token for a partner's back end:
    curl -u '${provisioning.clientId}:${provisioning.clientSecret}' -d grant_type=client_credentials ${url}/token
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

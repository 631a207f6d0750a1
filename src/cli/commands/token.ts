import type { Command } from 'commander';
import type { TokenView } from '../api-types.js';
import { type Context, subcommand } from '../context.js';
import { targetsOf } from './grant.js';

/**
 * The token is prompted for or read from stdin: as an argument it would be visible in the shell's history and in `ps`.
 */
export function register(program: Command, context: Context): void {
  const token = program.command('token').description('Inspect and revoke tokens.');
  subcommand(token, 'inspect', 'Show what a token is, and why it does not work.', {
    'hearth token inspect': 'asks for it without showing it',
    'hearth token inspect < token.txt': 'from a file',
  }).action(async () => {
    const found = await context.api.post<TokenView>('/tokens/inspect', { token: await asked(context) });
    const { state, kind, tokenType, clientId, accountId, deviceId, scope, expiresAt, grantId } = found;
    const of = { client: clientId, account: accountId, device: deviceId, scope, for: targetsOf(found) };
    const told = { state, kind, type: tokenType, ...of, expires: expiresAt, grant: grantId };
    context.output.item(found, told);
  });

  subcommand(token, 'revoke', 'Revoke an access token, or a refresh token with its whole grant.', {
    'hearth token revoke < token.txt': 'it stops working at once',
  }).action(async () => {
    await context.api.post('/tokens/revoke', { token: await asked(context) });
    context.output.done('Token revoked.');
  });
}

function asked({ prompt }: Context): Promise<string> {
  return prompt.askSecret('Token');
}

import type { Command } from 'commander';
import type { TokenView } from '../api-types.js';
import { type Context, examples } from '../context.js';
import { targetsOf } from './grant.js';

/**
 * The token is prompted for or read from stdin: as an argument it would be visible in the shell's history and in `ps`.
 */
export function register(program: Command, context: Context): void {
  const token = program.command('token').description('Inspect and revoke tokens.');
  const inspect = token
    .command('inspect')
    .description('Show what a token is, and why it does not work.')
    .action(async () => {
      const found = await context.api.post<TokenView>('/tokens/inspect', { token: await asked(context) });
      const { state, kind, tokenType, clientId, accountId, deviceId, scope, expiresAt, grantId } = found;
      const of = { client: clientId, account: accountId, device: deviceId, scope, for: targetsOf(found) };
      const told = { state, kind, type: tokenType, ...of, expires: expiresAt, grant: grantId };
      context.output.item(found, told);
    });
  examples(inspect, {
    'hearth token inspect': 'asks for it without showing it',
    'hearth token inspect < token.txt': 'from a file',
  });

  const revoke = token
    .command('revoke')
    .description('Revoke an access token, or a refresh token with its whole grant.')
    .action(async () => {
      await context.api.post('/tokens/revoke', { token: await asked(context) });
      context.output.done('Token revoked.');
    });
  examples(revoke, { 'hearth token revoke < token.txt': 'it stops working at once' });
}

function asked({ prompt }: Context): Promise<string> {
  return prompt.askSecret('Token');
}

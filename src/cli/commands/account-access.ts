import type { Command } from 'commander';
import type { ConnectedAppView, GrantView, SessionView } from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import { accountPath, WHICH } from './account-lookup.js';
import { GRANT_COLUMNS } from './grant.js';
import type { Column } from '../table.js';

const SESSIONS: readonly Column<SessionView>[] = [
  { title: 'id', value: ({ sessionId }) => sessionId, isWhole: true },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'client', value: ({ clientId }) => clientId },
  { title: 'signed in', value: ({ signedInAt }) => signedInAt },
];
const CONSENTS: readonly Column<ConnectedAppView>[] = [
  { title: 'client', value: ({ clientId }) => clientId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'scopes', value: ({ scopes }) => scopes.join(' ') },
  { title: 'since', value: ({ since }) => since },
];
const ALL = { limit: Infinity };

/** Commands for the access to an account: mailed links, and sessions, grants, consents and ExternalIds to end. */
export function registerAccess(account: Command, context: Context): void {
  registerMails(account, context);
  registerSessions(account, context);
  registerGrants(account, context);
  registerConsents(account, context);
  registerExternalIds(account, context);
}

function registerMails(account: Command, context: Context): void {
  const send = (name: string, path: string, what: string, description: string) =>
    account
      .command(name)
      .description(description)
      .argument('<account>', WHICH)
      .action(async (which: string) => {
        await context.api.post(`${await accountPath(context.api, which)}/${path}`);
        context.output.done(`${what} is written. Whether it was sent: ${hearthCommand('outbox list')}`);
      });
  examples(
    send('invite', 'invitation', 'The invitation', 'Send the invitation of a pending account again.'),
    {
      'hearth account invite nora@family.example': 'the link before it ends',
    },
  );
  examples(send('reset-password', 'password-reset', 'The link', 'Send a link to choose a new password.'), {
    'hearth account reset-password anna@family.example': 'to a confirmed address of the account',
  });
}

function registerSessions(account: Command, context: Context): void {
  const list = account
    .command('sessions')
    .description('List the browsers that are signed in.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      const path = `${await accountPath(context.api, which)}/sessions`;
      await context.output.list(SESSIONS, context.api.list<SessionView>(path, {}, ALL));
    });
  examples(list, { 'hearth account sessions anna@family.example': 'since when, and where to' });

  const end = account
    .command('end-sessions')
    .description('Sign browsers out.')
    .argument('<account>', WHICH)
    .argument('[session]', 'only that one')
    .action(async (which: string, session?: string) => {
      const path = `${await accountPath(context.api, which)}/sessions`;
      await context.api.send('DELETE', session === undefined ? path : `${path}/${segment(session)}`);
      context.output.done(
        session === undefined ? 'Every browser is signed out.' : 'The browser is signed out.',
      );
    });
  examples(end, { 'hearth account end-sessions anna@family.example': 'all of them' });
}

function registerGrants(account: Command, context: Context): void {
  const list = account
    .command('grants')
    .description('List the devices and applications that have tokens.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      const path = `${await accountPath(context.api, which)}/grants`;
      await context.output.list(GRANT_COLUMNS, context.api.list<GrantView>(path, {}, ALL));
    });
  examples(list, { 'hearth account grants anna@family.example': 'one a line, newest first' });

  const end = account
    .command('end-grants')
    .description('Revoke all tokens of an account.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      await context.api.send('DELETE', `${await accountPath(context.api, which)}/grants`);
      context.output.done('All tokens of the account are revoked.');
    });
  examples(end, { 'hearth account end-grants anna@family.example': 'on every device, at once' });
}

function registerConsents(account: Command, context: Context): void {
  const list = account
    .command('consents')
    .description('List what the user allowed to clients.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      const path = `${await accountPath(context.api, which)}/consents`;
      await context.output.list(CONSENTS, context.api.list<ConnectedAppView>(path, {}, ALL));
    });
  examples(list, { 'hearth account consents anna@family.example': 'which client, for what, since when' });

  const end = account
    .command('end-consent')
    .description('Revoke what the user allowed a client, as if the user disconnected it.')
    .argument('<account>', WHICH)
    .argument('<client>', 'its client_id')
    .action(async (which: string, client: string) => {
      const path = `${await accountPath(context.api, which)}/consents/${segment(client)}`;
      await context.api.send('DELETE', path);
      context.output.done(`What ${client} was allowed is revoked, with its tokens.`);
    });
  examples(end, {
    'hearth account end-consent anna@family.example shop': 'the user is asked again next time',
  });
}

function registerExternalIds(account: Command, context: Context): void {
  const connect = account
    .command('connect')
    .description("Connect an account with a partner's id of its user.")
    .argument('<account>', WHICH)
    .requiredOption('--issuer <issuer>', "the issuer: the client's assertionIssuer, or its client_id")
    .requiredOption('--value <id>', "the user's id there, to the letter")
    .action(async (which: string, body: { issuer: string; value: string }) => {
      const made = await context.api.post(`${await accountPath(context.api, which)}/external-ids`, body);
      context.output.done('Connected.', made);
    });
  examples(connect, {
    'hearth account connect 12 --issuer https://portal.example --value 4711':
      'the user 4711 there can sign in here',
  });

  const disconnect = account
    .command('disconnect')
    .description('Remove an ExternalId from an account.')
    .argument('<account>', WHICH)
    .argument('<identifier>', 'its number, as `hearth account get` shows it')
    .action(async (which: string, identifier: string) => {
      const path = await accountPath(context.api, which);
      await context.api.send('DELETE', `${path}/external-ids/${segment(identifier)}`);
      context.output.done('Disconnected.');
    });
  examples(disconnect, { 'hearth account disconnect 12 31': 'the partner can no longer sign the user in' });
}

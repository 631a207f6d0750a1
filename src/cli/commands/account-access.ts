import type { Command } from 'commander';
import type { ConnectedAppView, GrantView, SessionView, WayView } from '../api-types.js';
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
  {
    title: 'browser',
    value: ({ browser, system }) => [browser, system].filter(Boolean).join(' on ') || null,
  },
  { title: 'network', value: ({ network }) => network },
  { title: 'signed in', value: ({ signedInAt }) => signedInAt },
  { title: 'last used', value: ({ lastUsedAt }) => lastUsedAt },
];
const CONSENTS: readonly Column<ConnectedAppView>[] = [
  { title: 'client', value: ({ clientId }) => clientId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'scopes', value: ({ scopes }) => scopes.join(' ') },
  { title: 'since', value: ({ since }) => since },
  { title: 'resources', value: resourcesOf },
];

/** What the user allowed at resource servers: "Reports: reports:read". */
function resourcesOf({ resources }: Pick<ConnectedAppView, 'resources'>): string {
  return resources
    .map(({ name, identifier, scopes }) =>
      [`${name ?? identifier}:`, ...scopes.map((scope) => scope.name)].join(' '),
    )
    .join(' · ');
}

const WAYS: readonly Column<WayView>[] = [
  { title: 'kind', value: ({ kind }) => kind, isWhole: true },
  { title: 'id', value: ({ wayId }) => wayId, isWhole: true },
  {
    title: 'what',
    value: ({ type, name, detail }) => [type, name, detail].filter((part) => part !== null).join(' · '),
  },
  { title: 'since', value: ({ since }) => since },
  { title: 'last used', value: ({ lastUsedAt }) => lastUsedAt },
  {
    title: 'from',
    value: ({ browser, system, network }) => [browser, system, network].filter(Boolean).join(' · ') || null,
  },
  { title: 'signed in', value: ({ signedInAt }) => signedInAt },
  { title: 'suspended', value: ({ suspendedAt }) => suspendedAt },
];
const ALL = { limit: Infinity };

/** Commands for access to an account: ways into it, mailed links, sessions, grants, consents and ExternalIds. */
export function registerAccess(account: Command, context: Context): void {
  registerWays(account, context);
  registerMails(account, context);
  registerSessions(account, context);
  registerGrants(account, context);
  registerConsents(account, context);
  registerExternalIds(account, context);
}

function registerWays(account: Command, context: Context): void {
  const list = account
    .command('ways')
    .description('List every way into an account: what, since when, last used, from where.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      const path = `${await accountPath(context.api, which)}/ways`;
      await context.output.list(WAYS, context.api.list<WayView>(path, {}, ALL));
    });
  examples(list, {
    'hearth account ways anna@family.example': 'whatever opens the account, without secrets',
  });

  const end = account
    .command('end-way')
    .description('End one way into an account.')
    .argument('<account>', WHICH)
    .argument('<kind>', 'its kind, from `hearth account ways`')
    .argument('<id>', 'its id, from `hearth account ways`')
    .action(async (which: string, kind: string, id: string) => {
      const path = `${await accountPath(context.api, which)}/ways/${segment(kind)}/${segment(id)}`;
      await context.api.send('DELETE', path);
      context.output.done('Ended.');
    });
  examples(end, { 'hearth account end-way anna@family.example passkeys 31': 'the passkey signs in no more' });
}

function registerMails(account: Command, context: Context): void {
  const send = (name: string, path: string, what: string, description: string) =>
    account
      .command(name)
      .description(description)
      .argument('<account>', WHICH)
      .action(async (which: string) => {
        await context.api.post(`${await accountPath(context.api, which)}/${path}`);
        context.output.done(`${what} queued. To see whether it was sent: ${hearthCommand('outbox list')}`);
      });
  examples(send('invite', 'invitation', 'Invitation', 'Resend the invitation of a pending account.'), {
    'hearth account invite nora@family.example': 'the previous link stops working',
  });
  examples(send('reset-password', 'password-reset', 'Password reset link', 'Send a password reset link.'), {
    'hearth account reset-password anna@family.example': 'to a confirmed address of the account',
  });
  const recovery = 'Start the way back in for a user who lost the second factor; nobody can skip its wait.';
  examples(send('recover-factor', 'factor-recovery', 'Recovery links', recovery), {
    'hearth account recover-factor anna@family.example': 'links to every confirmed address of the account',
  });
}

function registerSessions(account: Command, context: Context): void {
  const list = account
    .command('sessions')
    .description('List the sessions of an account: its signed-in browsers.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      const path = `${await accountPath(context.api, which)}/sessions`;
      await context.output.list(SESSIONS, context.api.list<SessionView>(path, {}, ALL));
    });
  examples(list, { 'hearth account sessions anna@family.example': 'when and where each signed in' });

  const end = account
    .command('end-sessions')
    .description('Sign out browsers.')
    .argument('<account>', WHICH)
    .argument('[session]', 'end only this session')
    .action(async (which: string, session?: string) => {
      const path = `${await accountPath(context.api, which)}/sessions`;
      await context.api.send('DELETE', session === undefined ? path : `${path}/${segment(session)}`);
      context.output.done(session === undefined ? 'All browsers signed out.' : 'Browser signed out.');
    });
  examples(end, { 'hearth account end-sessions anna@family.example': 'sign out everywhere' });
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
  examples(list, { 'hearth account grants anna@family.example': 'one per line, newest first' });

  const end = account
    .command('end-grants')
    .description('Revoke all tokens of an account.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      await context.api.send('DELETE', `${await accountPath(context.api, which)}/grants`);
      context.output.done('All tokens of the account revoked.');
    });
  examples(end, { 'hearth account end-grants anna@family.example': 'on every device, at once' });
}

function registerConsents(account: Command, context: Context): void {
  const list = account
    .command('consents')
    .description('List the clients that the user has consented to.')
    .argument('<account>', WHICH)
    .action(async (which: string) => {
      const path = `${await accountPath(context.api, which)}/consents`;
      await context.output.list(CONSENTS, context.api.list<ConnectedAppView>(path, {}, ALL));
    });
  examples(list, {
    'hearth account consents anna@family.example': 'each client with its scopes and the date',
  });

  const end = account
    .command('end-consent')
    .description('Revoke the consent of the user to a client, as if the user had disconnected it.')
    .argument('<account>', WHICH)
    .argument('<client>', 'the client_id')
    .action(async (which: string, client: string) => {
      const path = `${await accountPath(context.api, which)}/consents/${segment(client)}`;
      await context.api.send('DELETE', path);
      context.output.done(`Consent to ${client} revoked, with its tokens.`);
    });
  examples(end, {
    'hearth account end-consent anna@family.example shop': 'the user is asked again next time',
  });
}

function registerExternalIds(account: Command, context: Context): void {
  const connect = account
    .command('connect')
    .description("Connect an account with a partner's id for the same user.")
    .argument('<account>', WHICH)
    .requiredOption('--issuer <issuer>', "the issuer: the client's assertionIssuer, or its client_id")
    .requiredOption('--value <id>', "the user's id there, exactly as the partner has it")
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
    .argument('<identifier>', 'its number, from `hearth account get`')
    .action(async (which: string, identifier: string) => {
      const path = await accountPath(context.api, which);
      await context.api.send('DELETE', `${path}/external-ids/${segment(identifier)}`);
      context.output.done('Disconnected.');
    });
  examples(disconnect, { 'hearth account disconnect 12 31': 'the partner can no longer sign the user in' });
}

import type { ConnectedAppView, GrantView, SessionView, WayView } from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import type { Context } from '../context.js';
import type { RecordCommands } from '../record-commands.js';
import { type Column, columns } from '../output.js';
import { GRANT_COLUMNS } from './grant.js';

const SESSIONS: readonly Column<SessionView>[] = [
  ...columns<SessionView>(['id:sessionId'], ['kind', 'client:clientId']),
  {
    title: 'browser',
    value: ({ browser, system }) => [browser, system].filter(Boolean).join(' on ') || null,
  },
  ...columns<SessionView>([], ['network', 'signed in:signedInAt', 'last used:lastUsedAt']),
];
const CONSENTS: readonly Column<ConnectedAppView>[] = [
  ...columns<ConnectedAppView>(['client:clientId'], ['name']),
  { title: 'scopes', value: ({ scopes }) => scopes.join(' ') },
  ...columns<ConnectedAppView>([], ['since']),
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
  ...columns<WayView>(['kind', 'id:wayId']),
  {
    title: 'what',
    value: ({ type, name, detail }) => [type, name, detail].filter((part) => part !== null).join(' · '),
  },
  ...columns<WayView>([], ['since', 'last used:lastUsedAt']),
  {
    title: 'from',
    value: ({ browser, system, network }) => [browser, system, network].filter(Boolean).join(' · ') || null,
  },
  ...columns<WayView>([], ['signed in:signedInAt', 'suspended:suspendedAt']),
];

/** Commands for access to an account: ways into it, mailed links, sessions, grants, consents and ExternalIds. */
export function registerAccess(accounts: RecordCommands, context: Context): void {
  registerWays(accounts);
  registerMails(accounts);
  registerSessions(accounts);
  registerGrants(accounts);
  registerConsents(accounts);
  registerExternalIds(accounts, context);
}

function registerWays(accounts: RecordCommands): void {
  accounts.parts<WayView>(
    'ways',
    'List every way into an account: what, since when, last used, from where.',
    { part: '/ways', columns: WAYS },
    { 'hearth account ways anna@family.example': 'whatever opens the account, without secrets' },
  );
  accounts.act(
    'end-way',
    'End one way into an account.',
    {
      ...{ method: 'DELETE', part: '/ways', said: () => 'Ended.' },
      args: {
        '<kind>': 'its kind, from `hearth account ways`',
        '<id>': 'its id, from `hearth account ways`',
      },
    },
    { 'hearth account end-way anna@family.example passkeys 31': 'the passkey signs in no more' },
  );
}

function registerMails(accounts: RecordCommands): void {
  const sends = (part: string, what: string) => {
    const said = () => `${what} queued. To see whether it was sent: ${hearthCommand('outbox list')}`;
    return { method: 'POST', part, said } as const;
  };
  accounts.act('invite', 'Resend the invitation of a pending account.', sends('/invitation', 'Invitation'), {
    'hearth account invite nora@family.example': 'the previous link stops working',
  });
  accounts.act(
    'reset-password',
    'Send a password reset link.',
    sends('/password-reset', 'Password reset link'),
    { 'hearth account reset-password anna@family.example': 'to a confirmed address of the account' },
  );
  accounts.act(
    'recover-factor',
    'Start the way back in for a user who lost the second factor; nobody can skip its wait.',
    sends('/factor-recovery', 'Recovery links'),
    {
      'hearth account recover-factor anna@family.example': 'links to every confirmed address of the account',
    },
  );
}

function registerSessions(accounts: RecordCommands): void {
  accounts.parts<SessionView>(
    'sessions',
    'List the sessions of an account: its signed-in browsers.',
    { part: '/sessions', columns: SESSIONS },
    { 'hearth account sessions anna@family.example': 'when and where each signed in' },
  );
  accounts.act(
    'end-sessions',
    'Sign out browsers.',
    {
      ...{ method: 'DELETE', part: '/sessions', args: { '[session]': 'end only this session' } },
      said: (_, session) => (session === undefined ? 'All browsers signed out.' : 'Browser signed out.'),
    },
    { 'hearth account end-sessions anna@family.example': 'sign out everywhere' },
  );
}

function registerGrants(accounts: RecordCommands): void {
  accounts.parts<GrantView>(
    'grants',
    'List the devices and applications that have tokens.',
    { part: '/grants', columns: GRANT_COLUMNS },
    { 'hearth account grants anna@family.example': 'one per line, newest first' },
  );
  accounts.act(
    'end-grants',
    'Revoke all tokens of an account.',
    { method: 'DELETE', part: '/grants', said: () => 'All tokens of the account revoked.' },
    { 'hearth account end-grants anna@family.example': 'on every device, at once' },
  );
}

function registerConsents(accounts: RecordCommands): void {
  accounts.parts<ConnectedAppView>(
    'consents',
    'List the clients that the user has consented to.',
    { part: '/consents', columns: CONSENTS },
    { 'hearth account consents anna@family.example': 'each client with its scopes and the date' },
  );
  accounts.act(
    'end-consent',
    'Revoke the consent of the user to a client, as if the user had disconnected it.',
    {
      ...{ method: 'DELETE', part: '/consents', args: { '<client>': 'the client_id' } },
      said: (_, client) => `Consent to ${client} revoked, with its tokens.`,
    },
    { 'hearth account end-consent anna@family.example shop': 'the user is asked again next time' },
  );
}

function registerExternalIds(accounts: RecordCommands, context: Context): void {
  accounts
    .one('connect', "Connect an account with a partner's id for the same user.", {
      'hearth account connect 12 --issuer https://portal.example --value 4711':
        'the user 4711 there can sign in here',
    })
    .requiredOption('--issuer <issuer>', "the issuer: the client's assertionIssuer, or its client_id")
    .requiredOption('--value <id>', "the user's id there, exactly as the partner has it")
    .action(async (which: string, body: { issuer: string; value: string }) => {
      const made = await context.api.post(`${await accounts.pathOf(which)}/external-ids`, body);
      context.output.done('Connected.', made);
    });
  accounts.act(
    'disconnect',
    'Remove an ExternalId from an account.',
    {
      ...{ method: 'DELETE', part: '/external-ids', said: () => 'Disconnected.' },
      args: { '<identifier>': 'its number, from `hearth account get`' },
    },
    { 'hearth account disconnect 12 31': 'the partner can no longer sign the user in' },
  );
}

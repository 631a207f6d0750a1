import { type Command, Option } from 'commander';
import type {
  ClientSummary,
  ClientView,
  CreatedClientView,
  SecretView,
  AddedSecretView,
  CallTestView,
  LogoutTestView,
  RedirectTestView,
  TrialsView,
} from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import { type Context, subcommand } from '../context.js';
import { type Members, columns } from '../output.js';
import { RecordCommands } from '../record-commands.js';
import { shownMembers, initialValues, typedValues, kindValues, withFields } from '../record-options.js';
import { CLIENT_FIELDS, CLIENT_KINDS } from './record-fields.js';
import { segment } from '../api-client.js';
import { Failure } from '../failure.js';

const COLUMNS = columns<ClientSummary>(
  ['client id:clientId'],
  [
    ...(['name', 'ruleset', 'type:clientType', 'profile'] as const),
    ...(['privileged:isPrivileged', 'disabled:isDisabled'] as const),
  ],
);

const CLIENT = { noun: 'client', path: '/clients', id: ['<client-id>', 'id of the client'] } as const;

export function register(program: Command, context: Context): void {
  const parent = program
    .command('client')
    .description('Manage clients: the applications that may use the API.');
  const clients = new RecordCommands(parent, context, CLIENT);
  clients.list(
    'List the clients.',
    COLUMNS,
    {
      'hearth client list --query shop': 'clients whose id or name begins with shop',
      'hearth client list --state disabled --all': 'all disabled clients',
    },
    [
      new Option('--query <text>', 'beginning of a client id or name'),
      new Option('--ruleset <name>', 'only with this ruleset'),
      new Option('--state <state>', 'only in this state').choices(['enabled', 'disabled']),
    ],
  );
  clients.get('Show one client.', shown, {
    'hearth client get shop': 'its settings, the dates of its secrets, its legacy use',
  });
  registerCreate(parent, context);
  clients.update('Update a client. It takes effect on every node within 5 seconds.', CLIENT_FIELDS, {
    'hearth client update shop --strict': 'once it has no legacy use any more',
    'hearth client update shop --redirect-url https://a.example/cb --redirect-url https://b.example/cb':
      'replaces all its RedirectUrls',
  });
  registerStates(clients);
  clients.delete('Delete a client and its secrets, grants and tokens.', {
    'hearth client delete shop --yes': 'in a script',
  });
  registerSecrets(parent, context);
  registerTests(clients, parent, context);
  registerTrial(clients, context);
}

function registerCreate(parent: Command, context: Context): void {
  const create = subcommand(parent, 'create', 'Create a client. Its secret is shown once.', {
    'hearth client create books --kind server --name Books --redirect-url https://books.example/callback':
      'a web application with a server',
    'hearth client create tv --kind television --name Films':
      'shows a code, which its user enters on a phone',
    'hearth client create shop --name Shop --redirect-url https://shop.example/callback':
      'a third party, strict',
    'hearth client create phone --name Phone --public --redirect-url com.example.phone://callback':
      'an application without a secret',
    'hearth client create operator --name Operator --ruleset PROVISIONING': 'a partner’s back end',
  })
    .argument('<client-id>', 'id of the new client; can’t be changed later')
    .addOption(
      new Option('--kind <kind>', `sets type, ruleset and what else the kind needs: ${kindsTold()}`).choices(
        Object.keys(CLIENT_KINDS),
      ),
    )
    .option('--public', 'an application that can’t keep a secret');
  withFields(create, CLIENT_FIELDS, true).action(
    async (clientId: string, { public: isPublic = false, kind }: CreateOptions) => {
      const typed = typedValues(CLIENT_FIELDS, create);
      const ofKind = kind === undefined ? {} : kindValues(CLIENT_KINDS[kind], CLIENT_FIELDS, typed);
      const given = { ...initialValues(CLIENT_FIELDS), ...ofKind, ...typed };
      const body = { ...given, clientId, ...(isPublic && { clientType: 'public' }) };
      const created = await context.api.post<CreatedClientView>('/clients', body);
      const { secret } = created;
      context.output.item(created, { clientId, ...(secret === null ? {} : { secret }) });
      context.output.say(`Client ${clientId} created.`);
      if (secret !== null) context.output.say('Store its secret now: it is not shown again.');
      context.output.say(`To get a token with it: ${hearthCommand(`client try ${clientId}`)}`);
    },
  );
}

interface CreateOptions {
  readonly public?: boolean;
  readonly kind?: string;
}

/** "server (Web application with a server), page (…)". */
function kindsTold(): string {
  return Object.entries(CLIENT_KINDS)
    .map(([kind, { title }]) => `${kind} (${title})`)
    .join(', ');
}

function registerStates(clients: RecordCommands): void {
  const state = (verb: string, about: string, isDisabled: boolean, effect: string): void => {
    clients
      .one(verb, about, { [`hearth client ${verb} shop`]: effect })
      .action((clientId: string) => clients.change(clientId, { isDisabled }, `${verb}d`));
  };
  state('disable', 'Disable a client.', true, 'its secrets and tokens stop working at once');
  state('enable', 'Enable a client.', false, 'its secrets and tokens work again');
}

function shown(client: ClientView): Members {
  const { createdAt, secrets, legacyUse, refreshRotation } = client;
  const { rotates, reason } = refreshRotation;
  return {
    ...shownMembers(CLIENT_FIELDS, client),
    'rotates refresh token': `${rotates ? 'yes' : 'no'}: ${reason}`, // what is in force, not only what the record says
    registered: createdAt,
    secrets: secrets.map(secretLine),
    'legacy use': legacyUse.map(({ feature, lastUsedAt }) => `${feature}, last used ${lastUsedAt}`),
  };
}

function secretLine({ id, createdAt, expiresAt, lastUsedAt }: SecretView): string {
  return `${id}: created ${createdAt}, last used ${lastUsedAt ?? 'never'}${expiresAt ? `, expires ${expiresAt}` : ''}`;
}

/** The commands to paste go to stdout, the instructions to stderr. */
function registerTrial(clients: RecordCommands, context: Context): void {
  clients
    .one('try', 'Show commands that get a token for a client, ready to be pasted.', {
      'hearth client try shop': 'replace SECRET and the other placeholders',
    })
    .action(async (clientId: string) => {
      const { api, output } = context;
      const found = await api.get<TrialsView>(`${await clients.pathOf(clientId)}/trials`);
      if (found.trials.length === 0)
        output.say(
          'There is no command to paste. Give the client a ruleset that allows oauth2token, and a RedirectUrl; if it authenticates by its key, use a library that signs.',
        );
      if (output.isJson) return output.item(found, {});
      for (const { title, advice, link, commands } of found.trials) {
        output.say(`${title}. ${advice}`);
        for (const line of link === undefined ? commands : [link, ...commands]) output.write(line);
      }
    });
}

function registerSecrets(client: Command, context: Context): void {
  const parent = client
    .command('secret')
    .description('Manage the secrets of a client: two active ones at most.');
  const clients = new RecordCommands(parent, context, CLIENT);
  clients
    .one('add', 'Add a secret. It is shown once; the previous one keeps working.', {
      'hearth client secret add shop': 'first step of rotating a secret without downtime',
    })
    .option('--expires-at <time>', 'when it expires, such as 2027-01-31T12:00:00Z')
    .action(async (clientId: string, { expiresAt }: { expiresAt?: string }) => {
      const path = `${await clients.pathOf(clientId)}/secrets`;
      const added = await context.api.post<AddedSecretView>(path, { expiresAt });
      context.output.item(added, { id: added.id, secret: added.secret });
      context.output.say('Store it now: it is not shown again.');
    });
  clients
    .one('end', 'Revoke a secret, which stops working at once.', {
      'hearth client secret end shop 7 --yes': 'last step of rotating a secret',
    })
    .argument('<secret-id>', 'number of the secret, from "hearth client get"')
    .option('--yes', 'do not ask for confirmation')
    .action(async (clientId: string, id: string, { yes = false }: { yes?: boolean }) => {
      await context.prompt.confirm(`Revoke secret ${id} of ${clientId}?`, yes);
      await context.api.send('DELETE', `${await clients.pathOf(clientId)}/secrets/${segment(id)}`);
      context.output.done(`Secret ${id} of ${clientId} revoked.`);
    });
}

function registerTests(clients: RecordCommands, parent: Command, context: Context): void {
  clients
    .one('test-redirect', 'Test whether /authorize accepts a redirect_uri. Exits with 1 if not.', {
      'hearth client test-redirect shop https://shop.example/callback': 'the verdict with its reason',
    })
    .argument('<redirect-uri>', 'the redirect_uri')
    .action(async (clientId: string, redirectUri: string) => {
      const path = `${await clients.pathOf(clientId)}/redirect-test`;
      const verdict = await context.api.post<RedirectTestView>(path, { redirectUri });
      context.output.item(verdict, { matches: verdict.matches, reason: verdict.reason });
      if (!verdict.matches) throw new Failure('Not allowed.');
    });
  clients
    .one('test-call', 'Test whether a client may make a call, and which rule decides. Exits with 1 if not.', {
      'hearth client test-call shop provsearch': 'the verdict with the rule that decides',
    })
    .argument('<call>', 'name of the call')
    .action(async (clientId: string, name: string) => {
      const path = `${await clients.pathOf(clientId)}/call-test`;
      const verdict = await context.api.get<CallTestView>(path, { call: name });
      const { allowed, rule, ruleset, isKnown } = verdict;
      context.output.item(verdict, { allowed, rule, ruleset });
      if (!isKnown) context.output.say(`There is no call ${name}.`);
      if (!allowed) throw new Failure('Not allowed.');
    });
  const aboutLogout =
    "Send a client's server a logout token for a sign-in that never existed. Exits with 1 if it refuses.";
  subcommand(parent, 'test-logout', aboutLogout, {
    'hearth client test-logout shop': 'and what its server answered',
  })
    .argument('<client-id>', 'the client')
    .action(async (clientId: string) => {
      const path = `${await clients.pathOf(clientId)}/logout-test`;
      const outcome = await context.api.post<LogoutTestView>(path);
      context.output.item(outcome, { delivered: outcome.delivered, reason: outcome.reason });
      if (!outcome.delivered) throw new Failure('It was not delivered.');
    });
}

import type { Command } from 'commander';
import { hearthCommand } from '../../platform/config/command-line.js';
import type { SetupCodeView } from '../api-types.js';
import { type Context, subcommand } from '../context.js';
import { segment } from '../api-client.js';
import { accountIdOf, WHICH } from './account-lookup.js';
import { Failure } from '../failure.js';

interface SetupOptions {
  readonly setupCode?: string;
  readonly name?: string;
  readonly identifier?: string;
}

export function register(program: Command, context: Context): void {
  const admin = program.command('admin').description('Set up a new server, and help other administrators.');
  subcommand(
    admin,
    'create',
    'Create the first administrator, with the setup code that the server printed at startup.',
    {
      'hearth admin create --url https://hearth.example': 'asks for everything',
      'hearth admin create --url http://localhost:3000 --setup-code K7QM-2XPD --name Ada --identifier ada@example.org':
        'asks only for the password',
    },
  )
    .option('--setup-code <code>', 'the setup code; omit it to be asked, or set HEARTH_SETUP_CODE')
    .option('--name <name>', 'the name of the administrator')
    .option('--identifier <identifier>', 'the e-mail address or login to sign in with')
    .action((options: SetupOptions) => createFirst(context, options));

  subcommand(admin, 'code', 'Make a code with which another administrator sets up the first second factor.', {
    'hearth admin code ada@example.org':
      'shown this once, works once, within a day; an older one stops working',
  })
    .argument('<account>', WHICH)
    .action((which: string) => makeCode(context, which));
}

async function createFirst(context: Context, options: SetupOptions): Promise<void> {
  const { prompt, environment, url } = context;
  const code = options.setupCode ?? environment.setupCode ?? (await prompt.askSecret('Setup code'));
  const name = options.name ?? (await prompt.ask('Name'));
  const identifier = options.identifier ?? (await prompt.ask('E-mail address or login'));
  const password = await newPassword(context);
  const created = await context.anonymousApi(url).post('/setup', { code, name, identifier, password });
  context.output.done(
    `Administrator ${name} created on ${url}. Keep the setup code: it sets up the second factor, too. Sign in with: ${hearthCommand(`login ${url}`)}`,
    created,
  );
}

async function makeCode({ api, output }: Context, which: string): Promise<void> {
  const made = await api.post<SetupCodeView>(
    `/accounts/${segment(await accountIdOf(api, which))}/setup-code`,
  );
  output.done(`Set-up code: ${made.code} (works once, until ${made.expiresAt})`, made);
}

async function newPassword({ environment, prompt }: Context): Promise<string> {
  if (environment.password !== undefined) return environment.password;
  const password = await prompt.askSecret('New password');
  if (prompt.isTerminal && (await prompt.askSecret('Repeat the password')) !== password) {
    throw new Failure('The passwords do not match. Nothing was changed.');
  }
  return password;
}

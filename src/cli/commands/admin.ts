import type { Command } from 'commander';
import { hearthCommand } from '../../platform/config/command-line.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';

interface SetupOptions {
  readonly setupCode?: string;
  readonly name?: string;
  readonly identifier?: string;
}

export function register(program: Command, context: Context): void {
  const admin = program.command('admin').description('Set up a new server.');
  const create = admin
    .command('create')
    .description('Create the first administrator, with the setup code that the server printed at startup.')
    .option('--setup-code <code>', 'the setup code; omit it to be asked, or set HEARTH_SETUP_CODE')
    .option('--name <name>', 'the name of the administrator')
    .option('--identifier <identifier>', 'the e-mail address or login to sign in with')
    .action((options: SetupOptions) => createFirst(context, options));
  examples(create, {
    'hearth admin create --url https://hearth.example': 'asks for everything',
    'hearth admin create --url http://localhost:3000 --setup-code K7QM-2XPD --name Ada --identifier ada@example.org':
      'asks only for the password',
  });
}

async function createFirst(context: Context, options: SetupOptions): Promise<void> {
  const { prompt, environment, url } = context;
  const code = options.setupCode ?? environment.setupCode ?? (await prompt.askSecret('Setup code'));
  const name = options.name ?? (await prompt.ask('Name'));
  const identifier = options.identifier ?? (await prompt.ask('E-mail address or login'));
  const password = await newPassword(context);
  const created = await context.anonymousApi(url).post('/setup', { code, name, identifier, password });
  context.output.done(
    `Administrator ${name} created on ${url}. Sign in with: ${hearthCommand(`login ${url}`)}`,
    created,
  );
}

async function newPassword({ environment, prompt }: Context): Promise<string> {
  if (environment.password !== undefined) return environment.password;
  const password = await prompt.askSecret('New password');
  if (prompt.isTerminal && (await prompt.askSecret('Repeat the password')) !== password) {
    throw new Failure('The passwords do not match. Nothing was changed.');
  }
  return password;
}

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
  const admin = program.command('admin').description('Set a new server up.');
  const create = admin
    .command('create')
    .description('Create the first administrator, with the setup code that the server printed at its start.')
    .option('--setup-code <code>', 'the code; asked for, or HEARTH_SETUP_CODE, where it should not be seen')
    .option('--name <name>', 'the name of the administrator')
    .option('--identifier <identifier>', 'the e-mail address or login to sign in with')
    .action((options: SetupOptions) => createFirst(context, options));
  examples(create, {
    'hearth admin create --url https://hearth.example': 'ask for everything',
    'hearth admin create --url http://localhost:3000 --setup-code K7QM-2XPD --name Ada --identifier ada@example.org':
      'ask for the password only',
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
    `${name} administers ${url} now. Sign in with: ${hearthCommand(`login ${url}`)}`,
    created,
  );
}

async function newPassword({ environment, prompt }: Context): Promise<string> {
  if (environment.password !== undefined) return environment.password;
  const password = await prompt.askSecret('New password');
  if (prompt.isTerminal && (await prompt.askSecret('The same again')) !== password) {
    throw new Failure('The two passwords are not the same. Nothing was changed.');
  }
  return password;
}

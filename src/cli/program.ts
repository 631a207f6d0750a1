import { Command } from 'commander';
import { hearthCommand } from '../platform/config/command-line.js';
import { VERSION } from '../platform/version.js';
import * as account from './commands/account.js';
import * as admin from './commands/admin.js';
import * as audit from './commands/audit.js';
import * as branding from './commands/branding.js';
import * as client from './commands/client.js';
import * as completion from './completion.js';
import * as configuration from './commands/configuration.js';
import * as doctor from './commands/doctor.js';
import * as family from './commands/family.js';
import * as firebaseKey from './commands/firebase-key.js';
import * as grant from './commands/grant.js';
import * as outbox from './commands/outbox-commands.js';
import * as overview from './commands/overview.js';
import * as passwords from './commands/passwords.js';
import * as provider from './commands/provider.js';
import * as resource from './commands/resource.js';
import * as ruleset from './commands/ruleset.js';
import * as signIn from './commands/sign-in-commands.js';
import * as webhook from './commands/webhook.js';
import * as unregistered from './commands/unregistered.js';
import * as token from './commands/token.js';
import * as topics from './commands/topics.js';
import { Context, type Terminal } from './context.js';
import type { Environment } from './environment.js';
import { Failure } from './failure.js';

/** The functions that register commands, in the order of the help. */
const COMMANDS = [
  ...[signIn, admin, account, family, grant, token, client, unregistered],
  ...[webhook, ruleset, resource, provider, branding],
  ...[configuration, firebaseKey],
  ...[outbox, audit, overview, doctor, passwords, completion, topics],
];

/** The whole command line as a tree of commands. */
export function createProgram(environment: Environment, terminal: Terminal): Command {
  const program: Command = new Command('hearth')
    .description('Administers a Hearth server.')
    .version(VERSION, '--version', 'show the version of this command line')
    .option('--profile <name>', 'profile to use (default: HEARTH_PROFILE, or "default")')
    .option('--url <url>', 'URL of the server (default: HEARTH_URL, or that of the profile)')
    .option('--json', 'output the JSON of the API')
    .option('--ndjson', 'output JSON, one line per item')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({
      showGlobalOptions: true,
      // Not those of commands in between: they are not taken below.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
    })
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
    })
    .addHelpText('after', () => `\nTo run it here: ${hearthCommand('COMMAND')}`)
    .showSuggestionAfterError()
    .exitOverride();
  const context = new Context(program, environment, terminal);
  for (const { register } of COMMANDS) register(program, context);
  program.hook('preAction', (_, command) => handDown(program, command));
  return program;
}

/** Commander gives an option to the first command that has it: `--dry-run` to `import` in `hearth import accounts`. */
function handDown(program: Command, command: Command): void {
  const above = command.parent;
  if (above === null || above === program) return;
  for (const option of above.options) {
    const name = option.attributeName();
    if (above.getOptionValueSource(name) !== 'cli') continue;
    if (!command.options.some((own) => own.attributeName() === name))
      throw new Failure(`"hearth ${above.name()} ${command.name()}" does not take ${option.long}.`, 'usage');
    command.setOptionValueWithSource(name, above.getOptionValue(name), 'cli');
  }
}

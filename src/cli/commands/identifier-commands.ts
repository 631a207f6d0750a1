import type { Command } from 'commander';
import type { AccountView, AddedIdentifierView } from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import { FieldOption } from '../field-option.js';
import type { RecordCommands } from '../record-commands.js';
import { givenValues, withFields } from '../record-options.js';
import { PROFILE_FIELDS } from './record-fields.js';

interface Given {
  readonly email?: string;
  readonly phone?: string;
  readonly login?: string;
}

type Outcome = AddedIdentifierView['outcome'];

const SAID: Readonly<Record<Outcome, (value: string) => string>> = {
  added: (value) => `${value} added.`,
  asked: (value) => `A link was sent to ${value}. It is added once the link was used.`,
  invited: (value) => `${value} added, and an invitation sent there.`,
};

/** Commands that create an account, and change what its person signs in with. */
export function registerIdentifiers(parent: Command, accounts: RecordCommands, context: Context): void {
  registerCreate(parent, context);
  registerAdd(accounts, context);
  registerRemove(accounts, context);
}

function registerCreate(parent: Command, context: Context): void {
  const about = 'Create an account, and invite its person to choose a password.';
  const create = subcommand(parent, 'create', about, {
    'hearth account create --name Nora --email nora@family.example --language de':
      'she chooses a password by the link that is sent to her',
    'hearth account create --name Oma --phone "0151 1234567" --country DE': 'a number as it is written there',
  });
  withFields(withIdentifier(create, 'identifier'), PROFILE_FIELDS, true).action(
    async (options: Given & Readonly<Record<string, unknown>>) => {
      const { type, value: identifier } = givenIn(options);
      const body = { ...givenValues(PROFILE_FIELDS, options), type, identifier };
      const created = await context.api.post<AccountView>('/accounts', body);
      context.output.item(created, { id: created.accountId });
      context.output.say(`Account ${created.accountId} created, and an invitation sent to ${identifier}.`);
    },
  );
}

function registerAdd(accounts: RecordCommands, context: Context): void {
  const about = 'Add an e-mail address, phone number or login to an account.';
  const add = accounts.one('add-identifier', about, {
    'hearth account add-identifier anna@family.example --phone "+49 151 12345678"':
      'a link is sent there; it is added once the link was used',
    'hearth account add-identifier 12 --login anna': 'counts at once',
  });
  withIdentifier(add, 'value').action(async (which: string, options: Given) => {
    const given = givenIn(options);
    const path = `${await accounts.pathOf(which)}/identifiers`;
    const added = await context.api.post<AddedIdentifierView>(path, given);
    context.output.done(SAID[added.outcome](added.value), added);
  });
}

function registerRemove(accounts: RecordCommands, context: Context): void {
  const about = 'Remove an e-mail address, phone number or login from an account.';
  accounts
    .one('remove-identifier', about, {
      'hearth account remove-identifier 12 old@family.example': 'links that were sent there stop working',
    })
    .argument('<identifier>', 'the identifier, or its number from `hearth account get`')
    .action(async (which: string, identifier: string) => {
      const path = await accounts.pathOf(which);
      const { identifiers } = await context.api.get<AccountView>(path);
      const wanted = identifier.toLowerCase();
      const byValue = identifiers.find(
        ({ value, issuer }) => issuer === null && value.toLowerCase() === wanted,
      );
      const id = byValue?.identifierId ?? identifier;
      await context.api.send('DELETE', `${path}/identifiers/${segment(id)}`);
      context.output.done(`${byValue?.value ?? `Identifier ${id}`} removed.`);
    });
}

/** @param field the name of its value in the API */
function withIdentifier(command: Command, field: string): Command {
  const help = {
    email: 'an e-mail address',
    phone: 'a phone number: with +, or as written in the account’s country',
    login: 'a login; an administrator hands its invitation over',
  };
  return command
    .addOption(new FieldOption('--email <address>', help.email, field).conflicts(['phone', 'login']))
    .addOption(new FieldOption('--phone <number>', help.phone, field).conflicts('login'))
    .addOption(new FieldOption('--login <login>', help.login, field));
}

/** @throws Failure */
function givenIn({ email, phone, login }: Given): { type: string; value: string } {
  if (email !== undefined) return { type: 'Email', value: email };
  if (phone !== undefined) return { type: 'Msisdn', value: phone };
  if (login !== undefined) return { type: 'Login', value: login };
  throw new Failure('Give an identifier: --email, --phone or --login.', 'usage');
}

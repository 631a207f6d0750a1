import { ACCOUNT_FIELDS, PROFILE_FIELDS } from '../src/identity/accounts/account.fields.js';
import {
  FAMILY_FIELDS,
  FAMILY_INVITATION_FIELDS,
  FAMILY_SETTINGS,
  MEMBERSHIP_FIELDS,
  NEW_FAMILY_FIELDS,
} from '../src/identity/families/family.fields.js';
import { BRANDING_FIELDS } from '../src/identity/branding/branding.fields.js';
import { CLIENT_KINDS } from '../src/oauth/clients/client-kinds.js';
import { CLIENT_FIELDS } from '../src/oauth/clients/client.fields.js';
import { PROVIDER_FIELDS } from '../src/oauth/providers/provider.fields.js';
import { RESOURCE_FIELDS } from '../src/oauth/resources/resource.fields.js';
import { WEBHOOK_FIELDS } from '../src/oauth/webhooks/webhook.fields.js';
import { plainAbout } from '../src/platform/records/about.js';
import { fieldsIn, type AnyField, type Fields } from '../src/platform/records/field.js';

export const RECORD_OPTIONS = 'src/cli/commands/record-fields.ts';
const HEAD = `import type { RecordField, RecordKind } from '../record-options.js';

/** Made from the field tables by scripts/record-options.ts: the options of \`hearth\`, and what it shows of a record. */
`;

const TABLES = {
  CLIENT_FIELDS,
  PROFILE_FIELDS,
  ACCOUNT_FIELDS,
  FAMILY_FIELDS,
  FAMILY_SETTINGS,
  NEW_FAMILY_FIELDS,
  MEMBERSHIP_FIELDS,
  FAMILY_INVITATION_FIELDS,
  BRANDING_FIELDS,
  PROVIDER_FIELDS,
  WEBHOOK_FIELDS,
  RESOURCE_FIELDS,
};

/** The module of the command line with what it needs of the field tables: it never imports the server. */
export function recordOptions(): string {
  const tables = Object.entries(TABLES).map(
    ([name, fields]) =>
      `export const ${name}: readonly RecordField[] = ${JSON.stringify(dataOf(fields), null, 2)};\n`,
  );
  const kinds = Object.entries(CLIENT_KINDS).map(([kind, { title, defaults, needs }]) => [
    kind,
    { title, defaults, needs },
  ]);
  return `${HEAD}${tables.join('\n')}
/** What a new client may be. */
export const CLIENT_KINDS: Readonly<Record<string, RecordKind>> = ${JSON.stringify(Object.fromEntries(kinds), null, 2)};
`;
}

function dataOf(fields: Fields): object[] {
  return fieldsIn(fields).map(([name, field]) => {
    const { kind, startsAs, isRequired, cli } = field;
    const isNullable = 'isNullable' in field ? field.isNullable : undefined;
    const option = cli.option && { ...cli.option, help: cli.option.help ?? plainAbout(field) };
    return { name, kind, isNullable, choices: choicesOf(field), startsAs, isRequired, ...cli, option };
  });
}

/** Names as a shell takes them without quotes: `premium-plus`. */
function choicesOf(field: AnyField): readonly string[] | undefined {
  if (field.kind === 'enum') return field.names.map((name) => name.toLowerCase().replaceAll(' ', '-'));
  return field.kind === 'choice' ? field.choices : undefined;
}

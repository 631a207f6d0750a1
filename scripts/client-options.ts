import { format, resolveConfig } from 'prettier';
import { CLIENT_FIELDS } from '../src/oauth/clients/client.fields.js';
import { fieldsIn, type Fields } from '../src/platform/records/field.js';

export const CLIENT_OPTIONS = 'src/cli/commands/client-fields.ts';
const HEAD = `import type { RecordField } from '../record-options.js';

/** Made from the field table of clients by npm run generate: what \`hearth client\` takes and shows. */
`;

/** The module of the command line with what it needs of the field table: it has nothing of the server. */
export async function clientOptions(): Promise<string> {
  const text = `${HEAD}export const CLIENT_FIELDS: readonly RecordField[] = ${JSON.stringify(dataOf(CLIENT_FIELDS))};\n`;
  return format(text, { ...(await resolveConfig(CLIENT_OPTIONS)), filepath: CLIENT_OPTIONS });
}

function dataOf(fields: Fields): object[] {
  return fieldsIn(fields).map(([name, field]) => {
    const { kind, startsAs, isRequired, cli } = field;
    const isNullable = 'isNullable' in field ? field.isNullable : undefined;
    const choices = field.kind === 'choice' ? field.choices : undefined;
    return { name, kind, isNullable, choices, startsAs, isRequired, ...cli };
  });
}

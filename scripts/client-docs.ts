import { readFileSync } from 'node:fs';
import { CLIENT_FIELDS } from '../src/oauth/clients/client.fields.js';
import { fieldsIn, type Fields } from '../src/platform/records/field.js';

export const CLIENT_DOCS = 'docs/clients.md';
const BLOCK = /(<!-- fields: made by npm run generate -->\n)[^]*?(<!-- end of fields -->)/;

/** docs/clients.md with the table of the client record as its fields have it. */
export function clientDocs(): string {
  return readFileSync(CLIENT_DOCS, 'utf8').replace(BLOCK, (_, start: string, end: string) => {
    return `${start}\n${tableOf(CLIENT_FIELDS)}\n${end}`;
  });
}

function tableOf(fields: Fields): string {
  const rows = fieldsIn(fields).map(([name, { docs, interfaceName }]) => {
    const also = interfaceName === undefined ? '' : ` (\`${interfaceName}\` in the interface)`;
    return `| \`${name}\` | ${docs}${also} |\n`;
  });
  return `| Field | Meaning |\n|---|---|\n${rows.join('')}`;
}

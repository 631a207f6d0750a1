import { readFileSync } from 'node:fs';
import type { Setting } from '../src/platform/config/setting.js';
import { SETTINGS } from '../src/platform/config/settings.js';
import { citationsFrom } from './relative-links.js';
import { withBlock } from './with-block.js';

export const SETTINGS_DOCS = 'docs/operate/settings.md';
const ALL: readonly Setting[] = Object.values(SETTINGS);

const WIDTH = 118;
const HEAD = `# All settings of Hearth. Copy to .env and change what you need; what is commented out is optional.
# Times are in seconds. If a value is invalid, the server does not start and names the setting.
`;

/** `.env.example`: every setting with its default; a setting without a default is commented out. */
export function envExample(): string {
  const entries = ALL.map(({ name, about, initial, example = '' }) => {
    const line = initial === undefined ? `#${name}=${example}` : `${name}=${initial}`;
    return `${commented(about)}\n${line}\n`;
  });
  return [HEAD, ...entries].join('\n');
}

/** docs/operate/settings.md with the table of all settings. */
export function settingsDocs(): string {
  const rows = ALL.map(({ name, about, initial }) => {
    const byDefault = initial === undefined ? '' : `\`${initial}\``;
    return `| \`${name}\` | ${byDefault} | ${citationsFrom(SETTINGS_DOCS, about)} |\n`;
  });
  const table = `| Setting | Default | Meaning |\n|---|---|---|\n${rows.join('')}`;
  return withBlock(readFileSync(SETTINGS_DOCS, 'utf8'), 'settings', table);
}

function commented(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}

import { readFileSync } from 'node:fs';
import { withBlock } from './with-block.js';

export const DECISIONS = 'docs/decisions.md';
const HEADING = /^(?:## <a id="([\w-]+)"><\/a>|### <a id="d(\d+)"><\/a>D\d+: )(.*)$/gm;

/** docs/decisions.md with the table of its titles. */
export function decisionTitles(): string {
  const document = readFileSync(DECISIONS, 'utf8');
  const rows = [...document.matchAll(HEADING)].map(([, theme, number, title]) =>
    theme ? `| | **[${title}](#${theme})** |\n` : `| [D${number}](#d${number}) | ${title} |\n`,
  );
  return withBlock(document, 'titles', `| | Decision |\n|---|---|\n${rows.join('')}`);
}

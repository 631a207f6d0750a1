import { readFileSync } from 'node:fs';
import { exampleSnippets } from '../src/platform/reference/snippets/snippets.js';
import { withBlock } from './with-block.js';

export const SNIPPET_DOCS = 'docs/third-party.md';

/** docs/third-party.md with the snippets of frameworks; by curl it has each step itself. */
export function snippetDocs(): string {
  const shown = exampleSnippets('https://accounts.example').filter(({ file }) => file !== undefined);
  const parts = shown.map(({ name, file, language, text, note, isUntried = false }) => {
    const how = isUntried ? ' (by its documentation, not tried)' : '';
    const block = `**${name}**${how}, in \`${file}\`:\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;
    return note === undefined ? block : `${block}\n${note}\n`;
  });
  return withBlock(readFileSync(SNIPPET_DOCS, 'utf8'), 'snippets', parts.join('\n'));
}

import { readFileSync } from 'node:fs';
import { OPENID_CLIENT } from '../src/platform/reference/snippets/by-openid-client.js';
import type { Demand } from '../src/platform/reference/snippets/snippet.js';
import {
  exampleClient,
  exampleSnippets,
  snippetsOf,
  type Snippet,
} from '../src/platform/reference/snippets/snippets.js';
import { withBlock } from './with-block.js';

export const SNIPPET_DOCS = 'docs/sign-people-in/libraries.md';
const ISSUER = 'https://accounts.example';
/** What clients with a key ask for, by what their record has. */
const KEYED: readonly (readonly [title: string, demands: readonly Demand[]])[] = [
  ['With `requiresPrivateKeyJwt`', ['key']],
  ['With the profile `fapi2`', ['key', 'pushed', 'bound']],
];

/** docs/sign-people-in/libraries.md with the snippets of frameworks; by curl it has each step itself. */
export function snippetDocs(): string {
  const shown = exampleSnippets(ISSUER).filter(({ file }) => file !== undefined);
  const ofPages = shown.filter(({ runsIn }) => runsIn === 'page');
  const ofServers = shown.filter(({ runsIn }) => runsIn !== 'page');
  const chosen = withBlock(
    readFileSync(SNIPPET_DOCS, 'utf8'),
    'chosen',
    `| For | |\n|---|---|\n| a server | ${linksTo(ofServers)} |\n| a page without a server | ${linksTo(ofPages)} |\n`,
  );
  const withServers = withBlock(chosen, 'servers', ofServers.map(sectionOf).join('\n'));
  const withPages = withBlock(withServers, 'pages', ofPages.map(sectionOf).join('\n'));
  return withBlock(
    withPages,
    'keyed',
    KEYED.map(([title, demands]) => keyedBlock(title, demands)).join('\n'),
  );
}

function linksTo(snippets: readonly Snippet[]): string {
  return snippets.map(({ name }) => `[${name}](#${anchorOf(name)})`).join(', ');
}

/** As web pages of repositories make it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function sectionOf(snippet: Snippet): string {
  const { name, note, isUntried = false } = snippet;
  const how = isUntried ? 'By its documentation, not tried. ' : '';
  return `### ${name}\n\n${how}${blockOf(snippet)}${note === undefined ? '' : `\n${note}\n`}`;
}

function keyedBlock(title: string, demands: readonly Demand[]): string {
  const client = { ...exampleClient(ISSUER), clientId: 'bank', secret: null, demands };
  const snippet = snippetsOf('code', client).find(({ name }) => name === OPENID_CLIENT.name) as Snippet;
  return `**${title}**, ${blockOf(snippet)}`.replace(', In ', ', in ');
}

function blockOf({ file, language, text }: Snippet): string {
  return `In \`${file}\`:\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;
}

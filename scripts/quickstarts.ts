import { readFileSync } from 'node:fs';
import { withBlock } from './with-block.js';

/** A page that leads from a running server to a first call of an application. */
export interface Quickstart {
  /** Part of the name of its page: `television`. */
  readonly name: string;
  /** What is built. */
  readonly title: string;
  /** The readers: "people that write …". */
  readonly audience: string;
  /** The whole code, which the page shows. */
  readonly files: readonly string[];
  /** Commands that need what the tests have not, with those that they run instead; the page tells of it. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** Each one is listed in docs/start/README.md, and test/process/quickstarts.spec.ts does what its page says (D423). */
export const QUICKSTARTS: readonly Quickstart[] = [
  {
    name: 'page',
    title: 'A page in a browser',
    audience: 'people who write a page of JavaScript without a server of its own',
    files: ['examples/page/index.html', 'examples/page/page.js'],
  },
  {
    name: 'next',
    title: 'A Next.js app',
    audience: 'people who write a web app in Next.js, or in another framework that Auth.js knows',
    files: [
      'examples/next-app/auth.js',
      'examples/next-app/app/api/auth/[...nextauth]/route.js',
      'examples/next-app/app/page.jsx',
      'examples/next-app/app/layout.jsx',
      'examples/next-app/package.json',
    ],
    instead: { 'npm install': ':', 'npm run dev': 'node ../test/support/next-stand-in.mjs' },
  },
  {
    name: 'express',
    title: 'An Express app',
    audience: 'people who write a web app with a server, in Express or a framework like it',
    files: ['examples/third-party-app/app.mjs'],
  },
  {
    name: 'phone',
    title: 'An app on a phone',
    audience: 'people who write an app for Android, iOS or the desktop',
    files: ['examples/phone/app.mjs'],
  },
  {
    name: 'television',
    title: 'A television',
    audience: 'people who write for a device without a keyboard or a browser',
    files: ['examples/television/app.mjs'],
  },
  {
    name: 'machine',
    title: 'Machine to machine',
    audience: 'people who write a job or a service that acts for itself, without a person',
    files: ['examples/machine/job.mjs'],
  },
  {
    name: 'partner',
    title: 'A partner',
    audience: 'people whose back end creates families and accounts for their customers',
    files: ['examples/partner/partner.mjs'],
  },
  {
    name: 'mcp',
    title: 'An MCP server',
    audience: 'people who write tools for AI agents, by the Model Context Protocol',
    files: ['examples/mcp-server/server.mjs', 'examples/mcp-server/client.mjs'],
  },
];

export const QUICKSTART_INDEX = 'docs/start/README.md';

export function pageOf({ name }: Quickstart): string {
  return `docs/start/quickstart-${name}.md`;
}

/** docs/start/README.md with the list of quickstarts. */
export function quickstartIndex(): string {
  const rows = QUICKSTARTS.map(
    ({ name, title, audience }) => `| [${title}](quickstart-${name}.md) | ${audience} |\n`,
  );
  const table = `| Quickstart | For |\n|---|---|\n${rows.join('')}`;
  return withBlock(readFileSync(QUICKSTART_INDEX, 'utf8'), 'quickstarts', table);
}

/** The page of a quickstart, with its code files. */
export function quickstartPage(quickstart: Quickstart): string {
  const page = readFileSync(pageOf(quickstart), 'utf8');
  return quickstart.files.reduce((document, path) => withBlock(document, path, fileBlock(path)), page);
}

function fileBlock(path: string): string {
  const language = /\w+$/.exec(path)?.[0].replace('mjs', 'js') ?? '';
  return `In \`${path}\`:\n\n\`\`\`${language}\n${readFileSync(path, 'utf8').trimEnd()}\n\`\`\`\n`;
}

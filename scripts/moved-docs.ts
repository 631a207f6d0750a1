import { MOVED } from '../src/platform/reference/moved-pages.js';

export const MOVED_DOCS = 'docs/moved.md';

/** docs/moved.md: where each page of docs/ is that lay elsewhere before. */
export function movedDocs(): string {
  const pages = Object.entries(MOVED).map(([name, { to, sections }]) => ({
    name,
    to,
    sections: Object.entries(sections),
  }));
  const whole = pages
    .filter(({ sections }) => sections.length === 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const divided = pages.filter(({ sections }) => sections.length > 0);
  const rows = whole.map(({ name, to }) => row(`\`${name}.md\``, `[${to}.md](${to}.md)`));
  return `# Pages that moved

*For readers who follow an old link or bookmark into this documentation.*

Every page lay in one folder until 0.2. Now each lies in the folder of those who read it. A running server leads from the
old address to the new one, \`/docs/dpop.md\` and \`/docs/dpop\` to \`/docs/sign-people-in/dpop\`; the anchors are the old
ones.

${table('Page', rows)}
${divided.map(sectionsOf).join('\n')}
## Next

[All pages](README.md), by folder.
`;
}

function sectionsOf({
  name,
  sections,
}: {
  readonly name: string;
  readonly sections: [string, string][];
}): string {
  const rows = sections.map(([anchor, to]) => {
    const [page, at] = to.split('#');
    return row(`<a id="${anchor}"></a>\`#${anchor}\``, `[${page}.md#${at}](${page}.md#${at})`);
  });
  return `## <a id="${name}"></a>Sections of \`${name}.md\`

It is several pages now, so that each of its sections has a place of its own.

${table('Section', rows)}`;
}

function table(head: string, rows: readonly string[]): string {
  return [row(head, 'Now'), '|---|---|\n', ...rows].join('');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

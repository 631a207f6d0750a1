import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import {
  decisionsIn,
  fragmentsOf,
  issuesIn,
  linksOf,
  sectionsIn,
  sourcesInComments,
} from './support/references.js';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const NOT_OURS = [
  '.git',
  '.compiled',
  '.nest-build',
  'node_modules',
  'dist',
  'data',
  'coverage',
  'tmp',
  'images',
];
const TEXTS = [
  '.ts',
  '.tsx',
  '.js',
  '.mjs',
  '.css',
  '.md',
  '.yaml',
  '.yml',
  '.sql',
  '.sh',
  '.conf',
  '.example',
  '',
];
/** Contains made-up references. */
const EXAMPLES = ['test/architecture-references.spec.ts', 'test/support/references.ts'];

/** Purpose of a decision: it is useless to readers who only read the changelog. */
const CITING = /^(?:(?:src|test|client|docs)\/|(?:README|CONTRIBUTING|SECURITY)\.md$)/;

const files = textsBelow(TOP).filter((path) => !EXAMPLES.includes(path));

describe('references of sources, tests and docs', () => {
  it('is checked in all of them', () => {
    expect(files).toEqual(
      expect.arrayContaining(['src/main.ts', 'test/architecture.spec.ts', 'docs/decisions.md', 'README.md']),
    );
    expect(files.length).toBeGreaterThan(500);
  });

  it('to a decision lead to its heading in docs/decisions.md', () => {
    const known = decisionHeadings();
    const unknown = citations(decisionsIn, (number) => known.has(number));
    expect(known.size).toBeGreaterThan(170);
    expect(unknown).toEqual([]);
  });

  it('to a section of the interface lead to its heading in docs/interface.md', () => {
    const known = fragmentsOf(read('docs/interface.md'));
    expect(citations(sectionsIn, (section) => known.has(section))).toEqual([]);
  });

  it('by a link in Markdown lead to a file, and to a heading or anchor in it', () => {
    const broken = markdowns().flatMap((path) =>
      linksOf(read(path))
        .filter((link) => !leadsSomewhere(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('by the path of a file or folder in Markdown lead there', () => {
    const PATH = /`((?:src|test|scripts|bench|chaos|fuzz|deploy|examples)\/[\w./-]*\w)`/g;
    const named = markdowns()
      .filter((path) => path !== 'CHANGELOG.md') // describes the past
      .flatMap((path) => [...read(path).matchAll(PATH)].map(([, place]) => `${path}: ${place}`));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((text) => !existsSync(join(TOP, text.split(': ')[1])))).toEqual([]);
  });

  it('by the path of a source in a comment lead to it', () => {
    const leads = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`));
    expect(citations(sourcesInComments, leads)).toEqual([]);
  });

  it('lead to no issue, because issues are not in the repository', () => {
    expect(citations(issuesIn, () => false)).toEqual([]);
  });

  it('by a path into docs lead to a file, and to a heading or anchor in it', () => {
    const PATH = /(?<![\w/.])docs\/[\w/-]+\.(?:md|json)(?:#[\w.-]+)?/g;
    const inTexts = (text: string) => [...text.matchAll(PATH)].map(([path]) => path);
    expect(citations(inTexts, (path) => leadsSomewhere('README.md', path))).toEqual([]);
  });
});

describe('docs/decisions.md', () => {
  const headings = [...read('docs/decisions.md').matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);

  it('has each number once, as heading and as anchor', () => {
    const numbers = headings.map((heading) => /^<a id="d(\d+)"><\/a>D\1: \S/.exec(heading)?.[1] ?? heading);
    expect(
      numbers.filter((number, index) => !/^\d+$/.test(number) || numbers.indexOf(number) < index),
    ).toEqual([]);
  });

  it('has no decision that is not cited by code, a test or a documentation page', () => {
    const citing = files.filter((path) => CITING.test(path) && path !== 'docs/decisions.md').map(read);
    const cited = new Set(
      citing.flatMap((text) => [
        ...decisionsIn(text),
        ...[...text.matchAll(/decisions\.md#d(\d+)/g)].map(([, number]) => `D${number}`),
      ]),
    );
    expect(cited.size).toBeGreaterThan(300);
    expect([...decisionHeadings()].filter((number) => !cited.has(number))).toEqual([]);
  });

  it('never reuses a number that was retired', () => {
    const moved = [...read('docs/decisions.md').matchAll(/^- <a id="d(\d+)"><\/a>\1: \S/gm)];
    expect(moved.length).toBeGreaterThan(10);
    expect(
      moved.map(([, number]) => `D${number}`).filter((number) => decisionHeadings().has(number)),
    ).toEqual([]);
  });

  it('has no decision outside of a heading, such as a row of a table', () => {
    expect(read('docs/decisions.md').match(/^\| *D\d+ *\|.*$/gm)).toBeNull();
  });
});

describe('finds each kind of reference', () => {
  it.each([
    ['wants a token (§7.1)', ['7.1']],
    ['the redirect (§3.3 D, D57)', ['3.3-d']],
    ['as §1.6, §5.3.8. Then', ['1.6', '5.3.8']],
    ['RFC 6749 §5.2 / §4.1.2.1, RFC 9112 §9.3.1, §9.6 and OpenID Connect Core §2', []],
    ['(§4.2 GET /authorize, RFC 6749 §4.1.1)', ['4.2']],
    ['RFC 6749 §5.1; §7.2', ['7.2']],
    ['the layout of draft-ietf-oauth-v2-http-mac-01 §3.2.1: `ts`', []],
  ])('the sections of the interface in %j', (text, expected) => {
    expect(sectionsIn(text)).toEqual(expected);
  });

  it('finds the decisions in a text, but no identifier that only begins like one', () => {
    expect(decisionsIn('D24, D40’s throttle; ABCD12, D0, D1234, D2x')).toEqual(['D24', 'D40']);
  });

  it('finds the sources that a comment names, but not those in imports and strings', () => {
    const text =
      "import 'a/b.ts'; // as http/front.ts\n/** See src/main.ts. */\n * (a/c.spec.ts), d.ts\nf('https://g/h.ts');";
    expect(sourcesInComments(text)).toEqual(['http/front.ts', 'src/main.ts', 'a/c.spec.ts']);
  });

  it('finds an issue number, but not the number of token issues in a layout', () => {
    expect(issuesIn('(issue 19.5) Issue #7, issues 3; grant 8 | issue 6 | tissue 4')).toEqual([
      'issue 19.5',
      'Issue #7',
      'issues 3',
    ]);
  });

  it('finds the headings and links of Markdown, but not those in code', () => {
    const markdown =
      '# Big *Step*: `one`\n\n## <a id="x1"></a>Two\n\n```\n# no\n[a](b.md)\n```\n[c](d.md#e) `[f](g.md)`';
    expect([...fragmentsOf(markdown)]).toEqual(['big-step-one', 'two', 'x1']);
    expect(linksOf(`${markdown} [h](https://example.org/) [i](#x1)`)).toEqual(['d.md#e', '#x1']);
  });
});

function decisionHeadings(): ReadonlySet<string> {
  const headings = read('docs/decisions.md').matchAll(/^### <a id="d(\d+)"><\/a>D\1: /gm);
  return new Set([...headings].map(([, number]) => `D${number}`));
}

/** Files that cite something unknown, each once. */
function citations(cited: (text: string) => string[], isKnown: (reference: string) => boolean): string[] {
  return files.flatMap((path) =>
    [...new Set(cited(read(path)))]
      .filter((reference) => !isKnown(reference))
      .map((reference) => `${path}: ${reference}`),
  );
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path, fragment] = link.split('#');
  const target = path === '' ? from : relative(TOP, join(TOP, dirname(from), path));
  if (target.startsWith('..') || !existsSync(join(TOP, target))) return false;
  return fragment === undefined || (extname(target) === '.md' && fragmentsIn(target).has(fragment));
}

function markdowns(): string[] {
  return files.filter((path) => path.endsWith('.md'));
}

/** Each page's are found once: thousands of links lead to a few pages, one of which is a book. */
const fragments = new Map<string, ReadonlySet<string>>();
function fragmentsIn(path: string): ReadonlySet<string> {
  const found = fragments.get(path) ?? fragmentsOf(read(path));
  fragments.set(path, found);
  return found;
}

function read(path: string): string {
  return readFileSync(join(TOP, path), 'utf8');
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !NOT_OURS.includes(name))
    .map((name) => join(folder, name))
    .flatMap((path) => {
      if (statSync(path).isDirectory()) return textsBelow(path);
      return TEXTS.includes(extname(path)) ? [relative(TOP, path)] : [];
    });
}

/** The fragments of a Markdown text: of its headings and `<a id>` elements. */
export function fragmentsOf(markdown: string): ReadonlySet<string> {
  const text = withoutCode(markdown);
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slug(heading));
  const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  return new Set([...headings, ...anchors]);
}

/** The relative links of a Markdown text: a path, a fragment, or both. */
export function linksOf(markdown: string): string[] {
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Decision numbers cited in a text. */
export function decisionsIn(text: string): string[] {
  return [...text.matchAll(/\bD[1-9]\d{0,2}\b/g)].map(([number]) => number);
}

/** Issues cited by number in a text; the layout of a token has a field of that name. */
export function issuesIn(text: string): string[] {
  return [...text.matchAll(/(?<!\| )\bissues? #?\d+(?:\.\d+)?/gi)].map(([cited]) => cited);
}

/** Paths of TypeScript sources, with a folder at least, in the comments of a text. */
export function sourcesInComments(text: string): string[] {
  const comments = text.match(/(?<=^|\s)(?:\/\/|\/\*\*?|\*) .*$/gm) ?? [];
  return comments.flatMap((comment) =>
    [...comment.matchAll(/(?<![\w./@-])(?:[\w-]+\/)+[\w.-]+\.tsx?\b/g)].map(([path]) => path),
  );
}

const SECTION = String.raw`§+[ ]?\d[\d.]*(?:(?<=\d) [A-E]\b)?`;
/** The name of another document, and all sections that follow it. */
const OF_ANOTHER = new RegExp(
  String.raw`(?:RFC \d+|OpenID Connect Core|\(Core|draft-[\w-]+|ASVS [\d.]+)(?:(?:,| /| and)? ${SECTION})+`,
  'g',
);

/** Sections of the interface document cited in a text: those without another document's name. */
export function sectionsIn(text: string): string[] {
  const own = text.replace(OF_ANOTHER, '');
  return [...own.matchAll(new RegExp(SECTION, 'g'))].map(([cited]) =>
    cited.replace(/^§+ ?/, '').replace(/\.$/, '').replace(' ', '-').toLowerCase(),
  );
}

/** The fragment that GitHub creates for a heading. */
function slug(heading: string): string {
  const words = heading.replace(/<[^>]+>/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function withoutCode(markdown: string): string {
  return markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]<>]/g, ''));
}

/** Headings and `<a id>` of a Markdown text, as the fragments that lead to them. */
export function fragmentsOf(markdown: string): ReadonlySet<string> {
  const text = withoutCode(markdown);
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slug(heading));
  const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  return new Set([...headings, ...anchors]);
}

/** Where the links of a Markdown text lead inside the repository: a path, a fragment, or both. */
export function linksOf(markdown: string): string[] {
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Numbers of decisions that a text cites. */
export function decisionsIn(text: string): string[] {
  return [...text.matchAll(/\bD[1-9]\d{0,2}\b/g)].map(([number]) => number);
}

const SECTION = String.raw`§+[ ]?\d[\d.]*(?:(?<=\d) [A-E]\b)?`;
/** A document by its name, then all the sections of it that follow. */
const OF_ANOTHER = new RegExp(
  String.raw`(?:RFC \d+|OpenID Connect Core|\(Core|draft-[\w-]+|ASVS [\d.]+)(?:(?:,| /| and)? ${SECTION})+`,
  'g',
);

/** Sections of the interface document that a text cites: those that no other document is named for. */
export function sectionsIn(text: string): string[] {
  const own = text.replace(OF_ANOTHER, '');
  return [...own.matchAll(new RegExp(SECTION, 'g'))].map(([cited]) =>
    cited.replace(/^§+ ?/, '').replace(/\.$/, '').replace(' ', '-').toLowerCase(),
  );
}

/** As GitHub makes it of a heading. */
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

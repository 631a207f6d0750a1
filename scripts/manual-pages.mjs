// Which pages of docs/ there are, where the server has each, and in which order they are read.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { anchorsIn, linksIn, markdownOf, tokensOf, wordsOf } from './manual-markdown.mjs';

export const DOCS = 'docs';
const HOME = '/docs';
const INDEX = 'README.md';
/** In the order in which they are offered; each has an index that says who it is for. */
const FOLDERS = ['start', 'sign-people-in', 'provision', 'administer', 'operate', 'reference'];
/** Too long for one page: each of its sections is one, and it begins with their list. */
const IN_SECTIONS = ['docs/decisions.md'];

/**
 * @param {readonly string[]} sources paths of Markdown files, such as docs/operate/runbook.md
 * @param {(path: string) => { address: string, width: number, height: number }} imageAt
 * @returns what src/platform/reference/manual.ts reads, and the HTML of each page by its file
 */
export function manualOf(sources, imageAt) {
  const order = readingOrder(sources);
  const drafts = [...order].flatMap(([source, folder]) => draftsOf(source, folder));
  const places = new Map([[join(DOCS, INDEX), { address: HOME, anchors: new Map() }], ...placesOf(drafts)]);
  const files = new Map();
  const pages = drafts.map((draft, at) => {
    const { source, address, folder, title, tokens, part } = draft;
    const markdown = markdownOf({
      source,
      raised: part === 'section' ? 1 : 0,
      marksLinks: part === 'index',
      addressOf: (path, anchor) => placeIn(places, path, anchor, address),
      imageAt,
    });
    const file = `${address.slice(HOME.length + 1)}.html`;
    files.set(file, markdown.html(tokens.filter((token) => token !== draft.heading)));
    const beside = [drafts[at - 1], drafts[at + 1]].map((other) => (other?.folder === folder ? other : null));
    const [previous, next] = beside.map((other) => other && { name: other.title, href: other.address });
    return {
      ...{
        address,
        file,
        source,
        folder,
        title,
        about: aboutOf(tokens),
        anchors: [...new Set(anchorsIn([draft.heading]))],
      },
      ...{ above: aboveOf(draft, drafts), headings: headingsOf(draft), previous, next },
    };
  });
  return { pages, folders: FOLDERS.map((folder) => shownFolder(folder, pages)), files };
}

/** Each source with its folder, null for none: as the indexes of the folders name them, and then what none of them names. */
function readingOrder(sources) {
  const order = new Map();
  const visit = (source, folder) => {
    if (order.has(source)) return;
    order.set(source, folder);
    if (basename(source) !== INDEX) return;
    for (const link of linksIn(tokensOf(read(source)))) {
      const target = join(dirname(source), link.split('#')[0]);
      const [, within] = target.split('/');
      if (sources.includes(target) && (within === folder || !FOLDERS.includes(within))) visit(target, folder);
    }
  };
  const index = join(DOCS, INDEX);
  for (const folder of FOLDERS) {
    visit(join(DOCS, folder, INDEX), folder);
    for (const source of sources) if (source.startsWith(`${DOCS}/${folder}/`)) visit(source, folder);
  }
  for (const source of sources) if (source !== index) visit(source, null);
  order.delete(index);
  return order;
}

/** The pages that are made of a source: most are one. */
function draftsOf(source, folder) {
  const tokens = tokensOf(read(source));
  const address = `${HOME}/${source.slice(DOCS.length + 1).replace(/(?:\/README)?\.md$/, '')}`;
  const starts = IN_SECTIONS.includes(source)
    ? tokens.flatMap(({ type, depth }, at) => (type === 'heading' && depth === 2 ? [at] : []))
    : [];
  const first = tokens.slice(0, starts[0]);
  const rest = starts.map((from, at) => tokens.slice(from, starts[at + 1]));
  const draft = (part, own, at) => {
    const heading = own.find(({ type }) => type === 'heading');
    return { source, folder, part, address: at, tokens: own, heading, title: heading.words };
  };
  return [
    draft(starts.length > 0 ? 'index' : 'whole', first, address),
    ...rest.map((own) => draft('section', own, `${address}/${anchorsIn(own).at(1)}`)),
  ];
}

/** Where each source is, and each anchor of it. */
function placesOf(drafts) {
  const places = new Map();
  for (const { source, address, tokens } of drafts) {
    if (!places.has(source)) places.set(source, { address, anchors: new Map() });
    for (const anchor of anchorsIn(tokens)) places.get(source).anchors.set(anchor, address);
  }
  return places;
}

function placeIn(places, source, anchor, here) {
  const place = places.get(source);
  if (!place) return null;
  if (anchor === '') return place.address;
  const address = place.anchors.get(anchor) ?? place.address;
  return `${address === here ? '' : address}#${anchor}`;
}

/** The pages above a page, the nearest last: of its folder, of a longer one that it is a part of. */
function aboveOf({ source, folder, part, address }, drafts) {
  const indexes = [
    folder && join(DOCS, folder, INDEX),
    join(dirname(source), INDEX),
    part === 'section' && source,
  ];
  const above = indexes.map((index) =>
    drafts.find((draft) => draft.source === index && draft.address !== address),
  );
  return [...new Set(above)].filter(Boolean).map((draft) => ({ name: nameOf(draft), href: draft.address }));
}

function shownFolder(folder, pages) {
  const all = pages.filter((page) => page.folder === folder);
  const [index, ...others] = all;
  const isListed = ({ above }) => above.length === 1;
  return {
    ...{ name: index.title, href: index.address, about: index.about },
    pages: others.filter(isListed).map((page) => ({ name: nameOf(page), href: page.address })),
  };
}

/** A title without what explains it: "Conformance" of "Conformance: OpenID Connect, …". */
function nameOf({ title }) {
  return title.split(': ')[0];
}

/** For whom a page is, as its first line says; null: it does not. */
function aboutOf(tokens) {
  const [first] = tokens.filter(({ type }) => type === 'paragraph');
  return first?.tokens[0].type === 'em' && first.tokens.length === 1 ? wordsOf(first.tokens) : null;
}

function headingsOf({ tokens, heading, part }) {
  const raised = part === 'section' ? 1 : 0;
  return tokens
    .filter((token) => token.type === 'heading' && token !== heading)
    .map((token) => ({ depth: token.depth - raised, name: token.words, anchor: anchorsIn([token]).at(-1) }));
}

function read(path) {
  return readFileSync(path, 'utf8');
}

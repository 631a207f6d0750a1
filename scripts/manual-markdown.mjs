// The Markdown of docs/ as HTML: with the anchors that GitHub gives, links that lead to the server's own pages, and no
// markup but what is made here.
import { Marked } from 'marked';
import { posix } from 'node:path';

/** Languages of code blocks, as their captions say them. */
const LANGUAGES = {
  sh: 'Shell',
  http: 'HTTP',
  json: 'JSON',
  js: 'JavaScript',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  html: 'HTML',
  css: 'CSS',
  sql: 'SQL',
  yaml: 'YAML',
  java: 'Java',
  cpp: 'C++',
  csharp: 'C#',
  kotlin: 'Kotlin',
  swift: 'Swift',
  python: 'Python',
  xml: 'XML',
  ini: 'Settings',
  mermaid: 'Diagram, in the notation of Mermaid',
};
/** The only HTML that pages have beside Markdown: an anchor, and the marks of generated parts. */
const ANCHOR = /^<a id="([\w.-]+)">$/;
const IGNORED = /^(?:<\/a>|<!--[\s\S]*?-->)\s*$/;

/**
 * The anchor that GitHub gives to a heading.
 *
 * @param {string} markdown the heading's text
 */
export function anchorOf(markdown) {
  return markdown
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]<>]/g, ''))
    .replace(/<[^>]+>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/**
 * A page's tokens, with an `anchor` and its plain `words` for each heading.
 *
 * @param {string} markdown
 */
export function tokensOf(markdown) {
  const tokens = new Marked({ gfm: true }).lexer(markdown);
  const times = new Map();
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const anchor = anchorOf(token.text);
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    token.anchor = before === 0 ? anchor : `${anchor}-${before}`;
    token.words = wordsOf(token.tokens).trim();
  }
  return tokens;
}

/**
 * Every anchor below the tokens: of headings, and those that pages set themselves.
 *
 * @returns {string[]}
 */
export function anchorsIn(tokens) {
  return tokens.flatMap((token) => {
    const own = token.type === 'heading' ? [token.anchor] : token.type === 'html' ? setBy(token.raw) : [];
    return [...own, ...below(token).flatMap((some) => anchorsIn(some))];
  });
}

/**
 * The relative links below the tokens, in their order.
 *
 * @returns {string[]}
 */
export function linksIn(tokens) {
  return tokens.flatMap((token) => {
    const own = token.type === 'link' && !/^[a-z]+:/.test(token.href) ? [token.href] : [];
    return [...own, ...below(token).flatMap((some) => linksIn(some))];
  });
}

/** The text of inline tokens without their marks. */
export function wordsOf(tokens) {
  return tokens
    .map((token) => {
      if (token.type === 'html') return '';
      return token.tokens ? wordsOf(token.tokens) : unescaped(token.text ?? token.raw);
    })
    .join('');
}

/**
 * @param {object} page
 * @param {string} page.source its path, such as docs/operate/runbook.md
 * @param {number} page.raised by how many levels its headings are raised: 1 where a section became a page
 * @param {(path: string, anchor: string) => string | null} page.addressOf where a Markdown file is served; null: nowhere
 * @param {(path: string) => { address: string, width: number, height: number }} page.imageAt an image by its path
 * @param {boolean} page.marksLinks whether a link that leads away by an anchor has that anchor itself, as in an index
 * @returns {{ html(tokens: object[]): string }} throws Error for HTML that is not allowed, naming the page
 */
export function markdownOf({ source, raised, addressOf, imageAt, marksLinks }) {
  const folder = posix.dirname(source);
  const [links, anchors] = [new Set(), new Set()];
  /** Whether the page has no such anchor yet: a section may set the one that it has by its heading. */
  const isNew = (anchor) => !anchors.has(anchor) && anchors.add(anchor);
  const renderer = {
    heading({ tokens, depth, anchor }) {
      const level = Math.max(1, depth - raised);
      const id = isNew(anchor) ? ` id="${escape(anchor)}"` : '';
      return `<h${level}${id}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    html({ raw }) {
      const parts = raw.trim().split(/(?<=>)(?=<)/);
      const odd = parts.find((part) => !ANCHOR.test(part) && !IGNORED.test(part));
      if (odd !== undefined) throw new Error(`${source} has HTML that no page may have: ${odd.slice(0, 80)}`);
      const ids = setBy(raw).filter(isNew);
      return ids.map((id) => `<a id="${escape(id)}"></a>`).join('');
    },
    link({ href, title, tokens }) {
      const label = this.parser.parseInline(tokens);
      if (/^[a-z]+:/.test(href)) return anchorElement(href, title, label);
      const [path, anchor = ''] = href.split('#');
      const file = path === '' ? source : posix.join(folder, path);
      const address = file.endsWith('.md') ? addressOf(file, anchor) : null;
      if (address === null) return inRepository(file, label, wordsOf(tokens));
      const isFirst = marksLinks && path === '' && !address.startsWith('#') && !links.has(anchor);
      if (isFirst) links.add(anchor);
      return anchorElement(address, title, label, isFirst ? anchor : null);
    },
    image({ href, text }) {
      const { address, width, height } = imageAt(posix.join(folder, href));
      const size = `width="${width}" height="${height}"`;
      return `<a href="${address}"><img src="${address}" alt="${escape(text)}" ${size} loading="lazy"></a>`;
    },
    code({ text, lang }) {
      const name = LANGUAGES[lang ?? ''] ?? null;
      const pre = `<pre tabindex="0"><code>${escape(text)}\n</code></pre>`;
      if (name === null) return `${pre}\n`;
      const label = `Copy ${name}`;
      const button = `<button type="button" class="secondary small" data-copy aria-label="${label}" hidden>Copy</button>`;
      return `<figure class="code"><figcaption>${name}${button}</figcaption>${pre}</figure>\n`;
    },
    table({ header, rows }) {
      const cells = (row, name) => row.map((cell) => cellOf(this.parser, cell, name)).join('');
      const hasHead = header.some(({ text }) => text.trim() !== '');
      const head = hasHead ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('');
      return `<div class="wide" role="region" aria-label="Table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
  };
  const made = new Marked({ gfm: true, renderer });
  return { html: (tokens) => made.parser(tokens) };
}

function cellOf(parser, { tokens, align }, name) {
  const content = parser.parseInline(tokens);
  const element = content.trim() === '' ? 'td' : name; // a heading without words is none
  const side = align === 'right' || align === 'center' ? ` class="${align}"` : '';
  return `<${element}${side}>${content}</${element}>`;
}

function anchorElement(href, title, label, id = null) {
  const more = `${id === null ? '' : ` id="${escape(id)}"`}${title ? ` title="${escape(title)}"` : ''}`;
  return `<a href="${escape(href)}"${more}>${label}</a>`;
}

/** What is in the repository only is named, without a link that would lead nowhere. */
function inRepository(path, label, words) {
  const code = `<code>${escape(path)}</code>`;
  return path.endsWith(words.trim()) ? code : `${label} (${code})`;
}

/** What a token consists of: text, the items of a list, the cells of a table. */
function below({ type, tokens = [], items = [], header, rows }) {
  return type === 'table' ? [header, rows.flat()] : [tokens, items];
}

function setBy(html) {
  return [...html.matchAll(/<a id="([\w.-]+)">/g)].map(([, id]) => id);
}

export function escape(text) {
  return text.replace(
    /[&<>"]/g,
    (letter) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[letter]};`,
  );
}

function unescaped(text) {
  return text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name],
  );
}

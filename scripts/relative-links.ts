import { posix } from 'node:path';
import { withCitations } from '../src/platform/pages/cited.js';

/** Markdown whose links are relative to docs/, with links relative to a page such as `docs/operate/settings.md`. */
export function linksFrom(page: string, markdown: string): string {
  return markdown.replace(/\]\(([\w./-]+\.(?:md|json))/g, (_, path: string) => `](${fromPage(page, path)}`);
}

/** @param path relative to docs/ */
function fromPage(page: string, path: string): string {
  return posix.relative(posix.dirname(page), `docs/${path}`);
}

/** Markdown of a page, with a link in place of each page of docs/ that a text of the sources names. */
export function citationsFrom(page: string, text: string): string {
  return withCitations(text)
    .map((part) => (typeof part === 'string' ? part : `[${part.name}](${fromPage(page, part.path)})`))
    .join('');
}

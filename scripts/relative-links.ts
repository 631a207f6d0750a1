import { posix } from 'node:path';

/** Markdown whose links are relative to docs/, with links relative to a page such as `docs/operate/settings.md`. */
export function linksFrom(page: string, markdown: string): string {
  return markdown.replace(/\]\(([\w./-]+\.(?:md|json))/g, (_, path: string) => `](${fromPage(page, path)}`);
}

/** @param path relative to docs/ */
export function fromPage(page: string, path: string): string {
  return posix.relative(posix.dirname(page), `docs/${path}`);
}

import { capitalized } from '../pages/words.js';
import type { Field } from './field.js';

const ONLY_LINKS = / \(\[[^()]*\]\([^()]*\)(?:, \[[^()]*\]\([^()]*\))*\)/g;
const LINK = /\[([^\]]*)\]\([^()]*\)/g;

/** What a field is, for a shell: without Markdown, and without what only a link says. */
export function plainAbout({ about }: Pick<Field, 'about'>): string {
  return about
    .replace(ONLY_LINKS, '')
    .replace(LINK, '$1')
    .replace(/`|\*\*/g, '')
    .replace(/\.$/, '');
}

/** What a field is, for a form and for the API's description. A name stays as it is written. */
export function sentenceAbout(field: Pick<Field, 'about'>): string {
  const text = plainAbout(field);
  return `${field.about.startsWith('`') ? text : capitalized(text)}.`;
}

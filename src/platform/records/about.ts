import { capitalized } from '../pages/words.js';
import type { AnyField } from './field.js';

const ONLY_LINKS = / \(\[[^()]*\]\([^()]*\)(?:, \[[^()]*\]\([^()]*\))*\)/g;
const LINK = /\[([^\]]*)\]\([^()]*\)/g;

/** Returns the description of a field for a shell: without Markdown and without bracketed links. */
export function plainAbout({ about }: Pick<AnyField, 'about'>): string {
  return about
    .replace(ONLY_LINKS, '')
    .replace(LINK, '$1')
    .replace(/`|\*\*/g, '')
    .replace(/\.$/, '');
}

/** Returns the description of a field as a sentence, for a form and for the API. A name in backticks keeps its case. */
export function sentenceAbout(field: Pick<AnyField, 'about'>): string {
  const text = plainAbout(field);
  return `${field.about.startsWith('`') ? text : capitalized(text)}.`;
}

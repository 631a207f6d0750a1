import { capitalized } from './words.js';

/** A page of docs/ that a text for people names. */
export interface DocsCitation {
  /** Below docs/: `operate/reference.md#passkeys`. */
  readonly path: string;
  /** In words: its last heading, as far as the path tells it. */
  readonly name: string;
  /** Where a server has it: `/docs/operate/reference#passkeys`. */
  readonly address: string;
}

const CITATION = /\bdocs\/([\w/-]+\.md(?:#[\w-]+)?)/;

/** Splits a text at each `docs/….md` in it, with or without an anchor. */
export function withCitations(text: string): (string | DocsCitation)[] {
  return text.split(CITATION).map((part, index) => (index % 2 === 1 ? citationOf(part) : part));
}

function citationOf(path: string): DocsCitation {
  const address = `/docs/${path}`.replace(/(?:\/README)?\.md/, '');
  const words = address
    .replace(/^.*[/#]/, '')
    .replace(/^\d+-/, '')
    .replaceAll('-', ' ');
  return { path, name: capitalized(words), address };
}

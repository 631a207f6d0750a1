import { capitalized } from './words.js';

/** A text with a link in place of each page of docs/ that it names: the server has them at /docs (D434). */
export function Cited({ text }: { readonly text: string }) {
  return (
    <>
      {withCitations(text).map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={part.path} href={part.address}>
            {part.name}
          </a>
        ),
      )}
    </>
  );
}

/** A page of docs/ that a text for people names. */
interface DocsCitation {
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

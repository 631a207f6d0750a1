import { withCitations } from './docs-citations.js';

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

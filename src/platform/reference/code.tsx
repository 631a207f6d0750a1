import { createContext } from 'preact';
import { Cited } from '../pages/cited.js';
import type { Reference } from './reference.js';

/** The reference that a page is rendered from. */
export const Documented = createContext({} as Reference);

interface CodeProps {
  readonly title: string;
  /** The file that it belongs in. */
  readonly file?: string;
  readonly text: string;
}

/** Lines to copy, with a title; the button needs JavaScript, and is hidden without it. */
export function Code({ title, file, text }: CodeProps) {
  return (
    <figure class="code">
      <figcaption>
        {file === undefined ? title : `${title}: ${file}`}
        <button type="button" class="secondary small" data-copy={text} aria-label={`Copy ${title}`} hidden>
          Copy
        </button>
      </figcaption>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

/** The curl line of an operation in a guide; `values` replace those of its own example. */
export function Curl({
  id,
  values,
}: {
  readonly id: string;
  readonly values?: Readonly<Record<string, string>>;
}) {
  return (
    <Documented.Consumer>
      {(reference) => <Code title="curl" text={reference.curl(id, values)} />}
    </Documented.Consumer>
  );
}

/** A link to an operation, by its name. */
export function Op({ id }: { readonly id: string }) {
  return (
    <Documented.Consumer>
      {(reference) => {
        const { href, path } = reference.get(id);
        return (
          <a href={href}>
            <code>{path.startsWith('/api/') ? id : path}</code>
          </a>
        );
      }}
    </Documented.Consumer>
  );
}

/** A description; names in backticks become code, pages of docs/ links. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split('`')
        .map((part, index) =>
          index % 2 === 1 ? <code key={index}>{part}</code> : <Cited key={index} text={part} />,
        )}
    </>
  );
}

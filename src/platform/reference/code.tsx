import type { Reference } from './reference.js';

interface CodeProps {
  readonly title: string;
  readonly text: string;
}

/** Lines to copy, under what they are; the button needs the script, and is hidden without it. */
export function Code({ title, text }: CodeProps) {
  return (
    <figure class="code">
      <figcaption>
        {title}
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

/** The curl line of an operation inside of a guide; `values` are sent instead of those of its own example. */
export function Curl({
  reference,
  id,
  values,
  title = 'curl',
}: {
  readonly reference: Reference;
  readonly id: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly title?: string;
}) {
  return <Code title={title} text={reference.curl(id, values)} />;
}

/** A link to an operation, by its name. */
export function Op({ reference, id }: { readonly reference: Reference; readonly id: string }) {
  const entry = reference.get(id);
  return (
    <a href={entry.href}>
      <code>{entry.path.startsWith('/api/') ? entry.id : entry.path}</code>
    </a>
  );
}

/** Descriptions have names in backticks. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

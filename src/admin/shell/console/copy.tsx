import { Icon } from './icon.js';

interface CopyProps {
  readonly text: string;
  /** For screen readers: "the client id". */
  readonly what: string;
}

/** Copies a text. Hidden without JavaScript, where the reader can select the text. */
function Copy({ text, what }: CopyProps) {
  return (
    <button
      type="button"
      class="plain-icon copy"
      data-copy={text}
      aria-label={`Copy ${what}`}
      title="Copy"
      hidden
    >
      <Icon name="copy" />
    </button>
  );
}

interface IdProps {
  readonly value: string;
  readonly what: string;
  /** Id of the element that holds only the value. */
  readonly id?: string;
  /** The page that the value links to. */
  readonly href?: string;
}

/** An id or a secret: in monospace, with a button that copies it. */
export function Id({ value, what, id, href }: IdProps) {
  const code = <code id={id}>{value}</code>;
  return (
    <span class="id">
      {href === undefined ? code : <a href={href}>{code}</a>}
      <Copy text={value} what={what} />
    </span>
  );
}

interface LinesProps {
  readonly text: string;
  readonly what: string;
  readonly class?: string;
}

/** A command or an address as a block to copy; it can be scrolled by keyboard. */
export function Lines({ text, what, class: name }: LinesProps) {
  return (
    <div class="copyable">
      <pre class={name === undefined ? 'lines' : `lines ${name}`} tabIndex={0}>
        <code data-verbatim>{text}</code>
      </pre>
      <Copy text={text} what={what} />
    </div>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** What the button says once the text is copied. */
  readonly done: string;
}

/** Copies a text by `buttons.js`. Hidden without script, where the reader can select the text. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  return (
    <button type="button" class="secondary small" data-copy={text} data-done={done} aria-live="polite" hidden>
      {label}
    </button>
  );
}

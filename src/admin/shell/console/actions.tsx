import type { ComponentChildren } from 'preact';

interface ActionProps {
  /** The path that the form is posted to. */
  readonly to: string;
  readonly verb: string;
  /** Object of the verb, for screen readers, which read the button without its row: "Sign out Firefox". */
  readonly what?: string;
  readonly etag?: string;
  /** For actions that take something away: "Remove", "Revoke". */
  readonly isDanger?: boolean;
  readonly children?: ComponentChildren;
}

/** A form that is a single button. */
export function Action({ to, verb, what, etag, isDanger = false, children }: ActionProps) {
  return (
    <form method="post" action={to} class="plain">
      {etag !== undefined && <input type="hidden" name="etag" value={etag} />}
      {children}
      <button
        type="submit"
        class={isDanger ? 'danger outline small' : 'secondary small'}
        aria-label={what && `${verb} ${what}`}
      >
        {verb}
      </button>
    </form>
  );
}

interface ButtonLinkProps {
  readonly href: string;
  /** The page's one primary action; without it the button is secondary. */
  readonly isPrimary?: boolean;
  readonly children: ComponentChildren;
}

/** A link that looks like a button: it leads to a form. */
export function ButtonLink({ href, isPrimary = false, children }: ButtonLinkProps) {
  return (
    <a href={href} role="button" class={isPrimary ? undefined : 'secondary'}>
      {children}
    </a>
  );
}

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'plain';

interface BadgeProps {
  readonly children: ComponentChildren;
  /** `plain` has no dot, for a kind or a role instead of a state. */
  readonly tone?: Tone;
}

/** A short label. Use `State` for the state of a record: it has the colour and the word. */
export function Badge({ children, tone = 'plain' }: BadgeProps) {
  return <span class={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>;
}

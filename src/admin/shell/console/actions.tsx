import type { ComponentChildren } from 'preact';

interface ActionProps {
  /** The path that the form is posted to. */
  readonly to: string;
  readonly verb: string;
  /** Object of the verb, for screen readers, which read the button without its row: "Sign out Firefox". */
  readonly what?: string;
  readonly etag?: string;
  readonly children?: ComponentChildren;
}

/** A form that is a single button. */
export function Action({ to, verb, what, etag, children }: ActionProps) {
  return (
    <form method="post" action={to} class="plain">
      {etag !== undefined && <input type="hidden" name="etag" value={etag} />}
      {children}
      <button type="submit" class="secondary outline small" aria-label={what && `${verb} ${what}`}>
        {verb}
      </button>
    </form>
  );
}

/** A short label such as a status or a role. */
export function Badge({
  children,
  isBad = false,
}: {
  readonly children: ComponentChildren;
  readonly isBad?: boolean;
}) {
  return <span class={isBad ? 'badge bad' : 'badge'}>{children}</span>;
}

import type { ComponentChildren } from 'preact';

interface ActionProps {
  /** Where it is sent. */
  readonly to: string;
  readonly verb: string;
  /** What it does it to, for who can't see the row: "End Firefox". */
  readonly what?: string;
  readonly etag?: string;
  readonly children?: ComponentChildren;
}

/** Something done by one button. */
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

/** A word that stands out in a list: a status, a role. */
export function Badge({
  children,
  isBad = false,
}: {
  readonly children: ComponentChildren;
  readonly isBad?: boolean;
}) {
  return <span class={isBad ? 'badge bad' : 'badge'}>{children}</span>;
}

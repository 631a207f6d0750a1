import type { TFunction } from 'i18next';
import type { ComponentChildren } from 'preact';

interface ProveFirstProps {
  readonly t: TFunction;
  /** From `proofFirst`: the page where one shows who one is; null: that was lately. */
  readonly path: string | null;
  /** What is filled in. */
  readonly children: ComponentChildren;
}

/** A sensitive form with something to fill in; before it, where that was not lately, who one is (D253). */
export function ProveFirst({ t, path, children }: ProveFirstProps) {
  if (path === null) return <>{children}</>;
  return (
    <p>
      <a role="button" class="secondary" href={path}>
        {t('proof.title')}
      </a>
    </p>
  );
}

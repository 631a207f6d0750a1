import type { TFunction } from 'i18next';
import type { ComponentChildren } from 'preact';

interface ProveFirstProps {
  readonly t: TFunction;
  /** The page that asks for a proof, from `proofFirst`; null: a recent proof suffices. */
  readonly path: string | null;
  /** The form. */
  readonly children: ComponentChildren;
}

/** A sensitive form with fields; without a recent proof of identity, a link to give one (D253). */
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

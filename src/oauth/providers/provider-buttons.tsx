import type { TFunction } from 'i18next';
import { offeredProviders, type OfferedProvider } from './offered-providers.js';

interface ButtonsProps {
  readonly t: TFunction;
  /** The address that begins with a provider. */
  readonly pathOf: (id: string) => string;
  /** All that are offered, if left out. */
  readonly providers?: readonly OfferedProvider[];
  /** Whether there is another way above. */
  readonly hasOther?: boolean;
}

/** Below a form that signs in: the same elsewhere. Nothing where no provider is offered. */
export function ProviderButtons({
  t,
  pathOf,
  providers = offeredProviders(),
  hasOther = true,
}: ButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <div class="elsewhere">
      {hasOther && <p class="or">{t('provider.or')}</p>}
      {providers.map(({ id, name, buttonText }) => (
        <a key={id} role="button" class="secondary" href={pathOf(id)}>
          {buttonText ?? t('provider.continueWith', { name })}
        </a>
      ))}
    </div>
  );
}

/** @param next the page of this server to go on to */
export function providerPath(id: string, next: string): string {
  return `/sign-in/provider/${id}?next=${encodeURIComponent(next)}`;
}

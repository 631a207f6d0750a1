import type { TFunction } from 'i18next';
import type { ProviderConnections } from '../../oauth/providers/provider-connections.js';

/** The providers that an account is connected with, and the others that it may connect with. */
export type ConnectionsProps = Awaited<ReturnType<ProviderConnections['of']>>;

/** The section of /account/sign-in about providers; empty where none is offered. */
export function ConnectionsCard({ t, connected, others }: ConnectionsProps & { readonly t: TFunction }) {
  if (connected.length + others.length === 0) return null;
  return (
    <section class="card" id="connections">
      <h2>{t('provider.elsewhereHeading')}</h2>
      <p class="hint">{t('provider.elsewhereHint')}</p>
      <ul class="rows">
        {connected.map(({ id, provider: { name } }) => (
          <li key={id}>
            <div>
              {name} <small>{t('provider.isConnected')}</small>
            </div>
            <a href={`/account/connections/${id}`} aria-label={t('account.disconnectLabel', { app: name })}>
              {t('account.disconnect')}
            </a>
          </li>
        ))}
        {others.map(({ id, name }) => (
          <li key={id}>
            <div>{name}</div>
            <a href={`/sign-in/provider/${id}?for=connect`} aria-label={t('provider.connectLabel', { name })}>
              {t('provider.connect')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

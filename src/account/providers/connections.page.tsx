import type { TFunction } from 'i18next';
import type { ProviderConnections } from '../../oauth/providers/provider-connections.js';
import { stepPage } from '../../platform/pages/step-page.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { RemovalForm } from '../frame/removal-form.js';

/** What an account is connected with, and with what else it may be. */
export type ConnectionsProps = Awaited<ReturnType<ProviderConnections['of']>>;

/** The section of /account/sign-in about signing in elsewhere; nothing where no provider is offered. */
export function Connections({ t, connected, others }: ConnectionsProps & { readonly t: TFunction }) {
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

interface DisconnectProps {
  readonly id: string;
  readonly name: string;
  readonly error?: ErrorKey;
}

/** Asks before a connection is removed. */
export function disconnectPage(reader: Reader, { id, name, error }: DisconnectProps): string {
  const t = textsIn(reader.language);
  const title = t('provider.disconnectTitle', { name });
  return stepPage({
    reader,
    title,
    lead: t('provider.disconnectLead', { name }),
    children: (
      <RemovalForm t={t} action={`/account/connections/${id}`} verb={t('account.disconnect')} error={error} />
    ),
  });
}

import type { TFunction } from 'i18next';
import { ClientName } from '../oauth/consent/client-name.js';
import type { Language } from '../platform/pages/texts/texts.js';

/** The part of the account page on whatever acts for the account: connected apps, browsers, devices (D61). */
export interface SignInsProps {
  readonly apps: readonly {
    readonly clientId: string;
    readonly name: string;
    readonly homepageUrl: string | null;
    readonly scopes: readonly string[];
    readonly since: Date;
  }[];
  readonly signIns: readonly {
    readonly kind: 'session' | 'device';
    readonly id: string;
    /** null for a browser. */
    readonly application: string | null;
    readonly device: string | null;
    readonly since: Date | null;
    readonly isThis: boolean;
  }[];
}

interface Words {
  readonly t: TFunction;
  readonly language: Language;
}

export function ConnectedApps({ t, language, apps }: Words & Pick<SignInsProps, 'apps'>) {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <section class="card">
      <h2>{t('account.apps')}</h2>
      {apps.length === 0 && <p class="hint">{t('account.noApps')}</p>}
      {apps.map((app) => (
        <form key={app.clientId} method="post" action="/account/disconnect" class="app">
          <div>
            <strong>
              <ClientName name={app.name} homepageUrl={app.homepageUrl} />
            </strong>
            <ul class="permissions">
              <li>{t('scope.identity')}</li>
              {app.scopes.map((scope) => (
                <li key={scope}>{t(`scope.${scope}`)}</li>
              ))}
            </ul>
            <small class="hint">{t('account.since', { date: date.format(app.since) })}</small>
          </div>
          <button
            type="submit"
            name="client"
            value={app.clientId}
            class="secondary outline"
            aria-label={t('account.disconnectLabel', { app: app.name })}
          >
            {t('account.disconnect')}
          </button>
        </form>
      ))}
    </section>
  );
}

export function SignIns({ t, language, signIns }: Words & Pick<SignInsProps, 'signIns'>) {
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return (
    <section class="card">
      <h2>{t('account.signIns')}</h2>
      {signIns.map(({ kind, id, application, device, since, isThis }) => (
        <form key={id} method="post" action="/account/end" class="app">
          <input type="hidden" name="kind" value={kind} />
          <div>
            <strong>{application ?? (isThis ? t('account.thisBrowser') : t('account.browser'))}</strong>{' '}
            {device && <span class="hint">{device}</span>}
            {since && (
              <div>
                <small class="hint">{t('account.signedInSince', { date: moment.format(since) })}</small>
              </div>
            )}
          </div>
          {!isThis && (
            <button
              type="submit"
              name="id"
              value={id}
              class="secondary outline"
              aria-label={t('account.endLabel', { what: application ?? t('account.browser') })}
            >
              {t('account.end')}
            </button>
          )}
        </form>
      ))}
      {signIns.length > 1 && (
        <form method="post" action="/account/end-others">
          <button type="submit" class="secondary outline">
            {t('account.endOthers')}
          </button>
        </form>
      )}
    </section>
  );
}

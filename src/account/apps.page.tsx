import { ClientName } from '../oauth/consent/client-name.js';
import type { ConnectedApp } from '../oauth/consent/connected-apps.service.js';
import { ScopeList } from '../oauth/consent/scope-list.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { exactDay } from '../platform/pages/when.js';
import { renderSection } from './frame/account-frame.js';

/** The applications that the person allowed, what they get, and since when (D61). */
export function appsPage(reader: Reader, apps: readonly ConnectedApp[]): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'apps',
    children: (
      <section class="card">
        {apps.length === 0 && <p class="hint">{t('account.noApps')}</p>}
        {apps.map((app) => (
          <form key={app.clientId} method="post" action="/account/disconnect" class="app">
            <div>
              <h2>
                <ClientName name={app.name} homepageUrl={app.homepageUrl} />
              </h2>
              <ScopeList t={t} scopes={app.scopes} />
              <small class="hint">{t('account.since', { date: exactDay(reader, app.since) })}</small>
            </div>
            <button
              type="submit"
              name="client"
              value={app.clientId}
              class="danger outline small"
              aria-label={t('account.disconnectLabel', { app: app.name })}
            >
              {t('account.disconnect')}
            </button>
          </form>
        ))}
      </section>
    ),
  });
}

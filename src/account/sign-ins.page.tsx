import type { TFunction } from 'i18next';
import { Submit } from '../platform/pages/form.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { When, exactDay } from '../platform/pages/when.js';
import { renderSection } from './frame/account-frame.js';
import { DevicePicture, deviceKindOf } from './frame/device-picture.js';
import { browserName } from './frame/browser-name.js';
import type { ActiveSignIn } from './sign-ins.service.js';
import type { HistoryPage } from './own-history.js';
import { ClientName } from '../oauth/consent/client-name.js';
import type { ConnectedApp } from '../oauth/consent/connected-apps.service.js';
import { AboutResource, ScopeList } from '../oauth/consent/scope-list.js';

interface DevicesProps {
  readonly signIns: readonly ActiveSignIn[];
  readonly now: Date;
}

interface RowProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly signIn: ActiveSignIn;
  readonly now: Date;
}

/** The browsers and devices that are signed in to the account (D61). */
export function devicesPage(reader: Reader, { signIns, now }: DevicesProps): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'devices',
    children: (
      <>
        <section class="card">
          <h2>{t('account.signIns')}</h2>
          {signIns.map((signIn) => (
            <Row key={signIn.id} {...{ t, reader, signIn, now }} />
          ))}
          {signIns.length > 1 && (
            <form method="post" action="/account/end-others" class="plain after">
              <Submit class="danger outline">{t('account.endOthers')}</Submit>
            </form>
          )}
        </section>
        <p>
          <a href="/account/history">{t('account.history.title')}</a>
        </p>
      </>
    ),
  });
}

function Row({ t, reader, signIn, now }: RowProps) {
  const { kind, id, device, since, lastSeen, isThis, agent, resources } = signIn;
  const network = agent?.network ?? null;
  const name = nameOf(t, signIn);
  return (
    <form method="post" action="/account/end" class="app">
      <input type="hidden" name="kind" value={kind} />
      <DevicePicture kind={deviceKindOf(agent)} />
      <div>
        <strong>{name}</strong> {device && <span class="hint">{device}</span>}
        {isThis && <span class="tag">{t('account.thisBrowser')}</span>}
        {resources.map((resource) => (
          <div key={resource} class="hint">
            <AboutResource t={t} of="consent.resourceAlone" name={resource} />
          </div>
        ))}
        <div class="hint">
          {network !== null && <>{t('account.network', { network })} · </>}
          {!isThis && lastSeen && (
            <>
              {t('account.lastUsed')} <When reader={reader} at={lastSeen} now={now} />
              {since && ' · '}
            </>
          )}
          {since && (
            <>
              {t('account.firstSeen')} <When reader={reader} at={since} now={now} />
            </>
          )}
        </div>
      </div>
      {!isThis && (
        <button
          type="submit"
          name="id"
          value={id}
          class="danger outline small"
          aria-label={t('account.endLabel', { what: name })}
        >
          {t('account.end')}
        </button>
      )}
    </form>
  );
}

/** Names a sign-in: "Chrome on Windows", the application, or both. */
function nameOf(t: TFunction, { application, agent }: ActiveSignIn): string {
  const { browser, system } = agent ?? { browser: null, system: null };
  const what = browser === null && system === null ? null : browserName(t, { browser, system });
  if (application === null) return what ?? t('account.browser');
  return what === null ? application : `${application} · ${what}`;
}

/** The history of the account's sign-ins. */
export function historyPage(reader: Reader, { events, next }: HistoryPage, now: Date): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'devices',
    title: t('account.history.title'),
    children: (
      <>
        <p class="lead">{t('account.history.lead')}</p>
        <section class="card">
          {events.length === 0 && <p class="hint">{t('account.history.none')}</p>}
          <ul class="rows">
            {events.map(({ what, isRefused, at, application, address }, index) => (
              <li key={index}>
                <div>
                  <strong class={isRefused ? 'warn' : undefined}>{t(`account.history.${what}`)}</strong>
                  <div class="hint">{[application, address].filter(Boolean).join(' · ')}</div>
                </div>
                <When reader={reader} at={at} now={now} />
              </li>
            ))}
          </ul>
        </section>
        <p class="choices">
          <a href="/account/devices">{t('account.history.back')}</a>
          {next !== null && <a href={`/account/history?after=${next}`}>{t('account.history.older')}</a>}
        </p>
      </>
    ),
  });
}

/** The applications that the person allowed, with their scopes and dates (D61). */
export function appsPage(reader: Reader, apps: readonly ConnectedApp[], now: Date): string {
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
              <ScopeList t={t} scopes={app.scopes} resources={app.resources} />
              <small class="hint">
                {t('account.since', { date: exactDay(reader, app.since) })}
                {app.lastUsed && (
                  <>
                    {' · '}
                    {t('account.lastUsed')} <When reader={reader} at={app.lastUsed} now={now} />
                  </>
                )}
              </small>
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

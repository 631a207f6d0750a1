import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { When } from '../platform/pages/when.js';
import { renderSection } from './frame/account-frame.js';
import type { HistoryPage } from './own-history.js';

/** What happened to the account's sign-ins. */
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

import type { TFunction } from 'i18next';
import type { Protection } from '../../identity/factors/second-factors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { exactDay } from '../../platform/pages/when.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';

interface CardProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly protection: Protection | null;
}

/** Says whether the account has a second factor; on the page of sign-in methods. */
export function SecondFactorCard({ t, reader, protection }: CardProps) {
  return (
    <section class="card" id="second-factor">
      <h2>{t('factors.title')}</h2>
      <p>
        {protection === null
          ? t('factors.off')
          : t('factors.on', { date: exactDay(reader, protection.since) })}
      </p>
      <p>
        <a href={SECOND_FACTOR}>{t(protection === null ? 'factors.setUp' : 'factors.manage')}</a>
      </p>
    </section>
  );
}

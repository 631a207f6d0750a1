import type { TFunction } from 'i18next';
import { lookOf } from '../../platform/pages/look.js';

/** An application that nobody registered, as people see it before they decide (D428). */
export interface Unchecked {
  /** In ASCII, with its port if it has one. */
  readonly host: string;
  /** What it calls itself; null: nothing that may be shown. */
  readonly statedName: string | null;
  /** The answer goes to a program on the person's own device. */
  readonly isOnThisDevice: boolean;
}

interface UncheckedNoticeProps {
  readonly t: TFunction;
  readonly unchecked: Unchecked;
}

/** Says by its host which application it is, and that nobody checked it. */
export function UncheckedNotice({
  t,
  unchecked: { host, statedName, isOnThisDevice },
}: UncheckedNoticeProps) {
  const { serverName: server } = lookOf(null);
  return (
    <div class="notice warn">
      <p class="stranger">{host}</p>
      {statedName !== null && <p>{t('consent.callsItself', { statedName })}</p>}
      <p>
        {t('consent.unchecked', { server })} {t('consent.onlyIfYou')}
      </p>
      {isOnThisDevice && <p>{t('consent.thisDevice')}</p>}
    </div>
  );
}

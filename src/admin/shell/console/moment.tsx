import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { distance } from '../../../platform/pages/when.js';
import { SECOND } from '../../../platform/security/clock.js';

/** The time that a page's relative times count from; null outside of the console's frame. */
export const PageTime = createContext<Date | null>(null);
/** Whether the time is in a row: the row shows the exact time on focus. Elsewhere the time itself takes the focus. */
export const InRow = createContext(false);

const RELATIVE = new Intl.RelativeTimeFormat('en');

interface MomentProps {
  readonly at: Date | null;
  /** Shows the exact time instead, where seconds matter. */
  readonly isExact?: boolean;
  /** Whether it is the time of a pending action, which is done "in a moment" once that time has come. */
  readonly isDue?: boolean;
}

/** How long ago a time is. Its title and focus show the exact time in UTC, and with JavaScript also in the viewer's zone. */
export function Moment({ at, isExact = false, isDue }: MomentProps) {
  const now = useContext(PageTime);
  const isInRow = useContext(InRow);
  if (at === null) return <span class="quiet">never</span>;
  const exact = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time
      datetime={at.toISOString()}
      title={isExact ? undefined : exact}
      tabIndex={isInRow || isExact ? undefined : 0}
    >
      {isExact || now === null ? exact : relative(at, now, isDue)}
    </time>
  );
}

/** "3 hours ago", "just now", "in a moment", "in 5 minutes". */
export function relative(at: Date, now: Date, isDue = false): string {
  const away = distance(at, now);
  if (away !== null) return RELATIVE.format(...away);
  // A time after the request, by a later write or a node whose clock is ahead, is also past.
  return isDue || at.getTime() - now.getTime() >= SECOND ? 'in a moment' : 'just now';
}

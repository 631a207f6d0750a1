import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { distance } from '../../../platform/pages/relative-time.js';
import { SECOND } from '../../../platform/security/clock.js';

/** What a page's relative times count from; null outside of the console's frame. */
export const PageTime = createContext<Date | null>(null);
/** Inside of a row the exact time shows as soon as the row has the focus; elsewhere the time takes it itself. */
export const InRow = createContext(false);

const RELATIVE = new Intl.RelativeTimeFormat('en');

interface MomentProps {
  readonly at: Date | null;
  /** Shows the exact time too, on a line of its own: where the order of seconds matters. */
  readonly isExact?: boolean;
  /** Whether it is the time of what is still to be done: once it has come, that is done in a moment. */
  readonly isDue?: boolean;
}

/** How long ago a time is. The exact one is its title, and shown on focus: UTC, and with script the viewer's zone beneath. */
export function Moment({ at, isExact = false, isDue }: MomentProps) {
  const now = useContext(PageTime);
  const isInRow = useContext(InRow);
  if (at === null) return <span class="quiet">never</span>;
  const exact = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time
      datetime={at.toISOString()}
      title={exact}
      class={isExact ? 'exact' : undefined}
      tabIndex={isInRow || isExact ? undefined : 0}
    >
      {now === null ? exact : relative(at, now, isDue)}
    </time>
  );
}

/** "3 hours ago", "just now", "in a moment", "in 5 minutes". */
export function relative(at: Date, now: Date, isDue = false): string {
  const away = distance(at, now);
  if (away !== null) return RELATIVE.format(...away);
  // What was written since the request came, or by a node whose clock is ahead, is over all the same.
  return isDue || at.getTime() - now.getTime() >= SECOND ? 'in a moment' : 'just now';
}

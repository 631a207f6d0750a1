import { whole, type Settings } from './setting.js';

const YEAR_SECONDS = 365 * 86_400;
const LIFETIME = { least: 1, most: 100 * YEAR_SECONDS };

/** When sessions end. */
export const SESSION_SETTINGS = {
  sessionIdleSeconds: whole({
    name: 'SESSION_IDLE_TTL',
    about: 'Idle time after which a session ends.',
    ...LIFETIME,
    initial: 1800,
  }),
  sessionLongestSeconds: whole({
    name: 'SESSION_LONGEST_TTL',
    about:
      "Time after a sign-in on a page at which its session ends whatever happens: 30 days. The interface's own sessions end by idle time alone.",
    ...LIFETIME,
    initial: 30 * 86_400,
  }),
} satisfies Settings;

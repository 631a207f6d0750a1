/** For every connection to PostgreSQL: a firewall between must not forget, or hide, one that waits. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 };

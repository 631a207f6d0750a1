/** For every connection to PostgreSQL: firewalls must not silently drop an idle one. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 };

/**
 * For every connection to PostgreSQL: a firewall must not drop an idle one silently, and a server that vanished is noticed
 * within 20 seconds (after these ten Node asks once a second, ten times).
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

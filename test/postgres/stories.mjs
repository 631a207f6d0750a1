/**
 * Stories and faults that run on a real PostgreSQL too, because it may answer differently there: the embedded one
 * has one session, so that nothing in it happens at the same moment. The others get equal answers to equal SQL;
 * tables and plans have files of their own beside this one.
 */
const AT_ONCE = [
  'faults/interleavings',
  'faults/many-deliveries',
  'faults/sign-in-storms',
  'stories/account/ended-meanwhile',
  'stories/account/sender-role',
  'stories/account/ways-in',
  'stories/account/who-invites-first',
  'stories/accounts',
  'stories/admin/account-import',
  'stories/admin/accounts',
  'stories/admin/deleted-meanwhile',
  'stories/admin/sign-in',
  'stories/audit/tokens',
  'stories/authorization/begun-by-server',
  'stories/authorization/code',
  'stories/authorization/consent',
  'stories/authorization/forgotten-password',
  'stories/authorization/own-identifiers',
  'stories/authorization/pushed-requests',
  'stories/authorization/reset-link',
  'stories/bearer-and-mac',
  'stories/clean-up',
  'stories/devices/device-code',
  'stories/devices/device-pages',
  'stories/clients-and-rulesets',
  'stories/invitations/accept',
  'stories/invitations/confirmation',
  'stories/invitations/further-invitation',
  'stories/invitations/resend',
  'stories/provisioning/nothing-half',
  'stories/provisioning/one-identifier-space',
  'stories/provisioning/races',
  'stories/refresh',
  'stories/refresh-by-client',
  'stories/revoke',
  'stories/sign-in-throttle',
  'stories/sso/assertions',
  'stories/sso/linking',
  'stories/sso/validation-tokens',
  'stories/token-store/access-tokens',
  'stories/token-store/refresh-rules',
  'stories/token-store/silences',
  'stories/strangers/budgets',
  'stories/webhooks/decisions',
  'stories/webhooks/deliveries',
  'stories/web-flow/form',
  'stories/web-flow/session',
];

/** Start, upgrade and counts; and each call once. */
const OTHERWISE = [
  'conformance/calls',
  'migrations/lived',
  'migrations/merged',
  'conformance/migrations',
  'stories/observability',
];

/** Below `test`. */
export const ALSO_ON_POSTGRES = [...AT_ONCE, ...OTHERWISE].map((name) => `${name}.spec.ts`);

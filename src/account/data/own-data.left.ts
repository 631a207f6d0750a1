/** The file that names what the download leaves out, with the reasons. */
export const WHAT_IS_NOT_HERE = 'what-is-not-here.json';

/** Tables that the download holds in another form than rows. */
export const OTHERWISE: Readonly<Record<string, string>> = {
  picture: 'the pictures of the families, under pictures/ by the number of the family',
  audit_event: 'history.json: what the account did; history-about.json: what others did to it, without who',
};

/** Tables that hold nothing about a person. */
export const LEFT_TABLES: Readonly<Record<string, string>> = {
  account_link: 'a question of a partner that no account has answered yet',
  active_accounts: 'which accounts were active, as sums without a name',
  audit_filter: 'what administrators look for in the audit, by numbers alone',
  assertion_use: 'digests of what partners sent, so that nothing is taken twice; gone within minutes',
  brand_image: 'how pages look',
  branding: 'how pages look',
  budget: 'digests under which requests are counted; gone within the hour',
  client: 'applications',
  client_secret: 'applications',
  ended_token: 'numbers of tokens that ended; gone when they would have ended anyway',
  factor_setup_code: 'digests of codes that set up a second factor; gone within a day',
  firebase_key: 'keys of projects elsewhere, which passwords of imported accounts are compared with',
  heartbeat: 'the server itself',
  hourly_count: 'how often things happen, by the hour',
  identity_provider: 'where people may sign in elsewhere',
  instance_secret: 'the server itself',
  invited_account: 'numbers of accounts that nobody has completed, so nobody downloads them',
  kept_answer:
    'what an application was answered, so that it can ask again; deleted with the account, and after 24 hours',
  legacy_sealing: 'the server itself',
  legacy_use: 'how applications use old ways',
  mac_nonce: 'digests of requests, so that none is taken twice; gone within minutes',
  node: 'the server itself',
  passkey_use: 'digests of challenges, so that none is taken twice; gone within minutes',
  protected_resource: 'servers for which tokens are issued',
  provider_visit: 'a browser on its way to sign in elsewhere, before anybody is known; gone within minutes',
  pushed_request: 'what an application asks for, before anybody is known; gone within minutes',
  row_change:
    'what changed of accounts and families, by numbers and without what people typed; gone within a moment',
  ruleset: 'what applications may do',
  setup_code: 'the server itself',
  sign_in_throttle: 'digests under which wrong passwords are counted, and of those; gone within the day',
  signing_key: 'the server itself',
  silence: 'the server itself',
  subject_event: 'what webhooks are about to be told, by numbers alone; gone within a moment',
  webhook: 'what applications are told',
  webhook_delivery: 'what applications were told, by numbers alone; gone within 30 days',
  webhook_sequence: 'how often applications were told, by numbers alone',
  web_state: 'what a web site began, before anybody signs in; gone within the hour',
};

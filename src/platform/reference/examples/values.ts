/** Example values by name of a parameter or member, if its schema has no example. */
export const VALUES: Readonly<Record<string, unknown>> = {
  ...same('7261', 'familyId', 'account', 'familyid'),
  ...same('4103', 'accountId', 'accountid', 'sub', 'memberId'),
  ...same('ada@family.example', 'email', 'Identifier', 'identifier', 'login', 'username', 'value'),
  ...same('three-quiet-otters', 'password'),
  ...same('Ada', 'name', 'UserName', 'givenName'),
  ...same('The Adas', 'FamilyName', 'familyName'),
  ...same('FR', 'UserCountryCode', 'countryCode', 'country'),
  ...same('en_US', 'Locale', 'locale'),
  ...same('Email', 'Type'),
  ...same('Bearer', 'tokentype', 'token_type'),
  ...same('ada-laptop', 'deviceId', 'device_id'),
  ...same('books', 'clientId', 'client_id', 'client'),
  ...same('Wn2pmCJ7GmkZ0wzR', 'stateRandomCipher', 'state', 'nonce'),
  ...same('https://books.example/callback', 'redirect_uri', 'redirectUri'),
  ...same('https://books.example/', 'post_logout_redirect_uri', 'homepageUrl'),
  ...same('JQGOcnl7pU2bWz5dXv0e', 'code', 'setupCode'),
  ...same('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'code_verifier', 'codeVerifier'),
  ...same('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'code_challenge'),
  ...same('S256', 'code_challenge_method'),
  ...same('code', 'response_type'),
  ...same('client_credentials', 'grant_type'),
  ...same('account openid profile email', 'scope'),
  ...same('AQHcBDjSgxU3vFq0', 'access_token', 'token', 'session_id', 'sessionId'),
  ...same('AQLI-7dZsc3k8Yw1', 'refresh_token', 'validationtoken', 'stateSecret', 'r'),
  ...same('eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl', 'assertion', 'subject_token', 'id_token', 'id_token_hint'),
  ...same('urn:ietf:params:oauth:token-type:jwt', 'subject_token_type'),
  ...same('account', 'ui_locales_hint'),
  ...same(['acc*'], 'rules'),
  ...same('PARTNER', 'ruleset'),
  ...same('+33612345678', 'MSISDN', 'phone', 'msisdn'),
  ...same('https://accounts.example', 'iss', 'issuer'),
  ...same('A family service', 'description'),
  ...same('urn:hearth:problem:not-found', 'type'),
};

function same(value: unknown, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The optional parameters, or members of the body, that the example of an operation sends. */
export const ALSO_SENT: Readonly<Record<string, readonly string[]>> = {
  provsearch: ['email'],
  provcreateaccount: ['familyId'],
  provupdatefamily: ['FamilyImage'],
  provupdateaccount: ['UserName'],
  provaddaccount2family: ['accountId'],
  oauth2authorize: ['scope', 'state', 'code_challenge', 'code_challenge_method'],
  oauth2authorizepost: ['scope', 'state', 'code_challenge', 'code_challenge_method'],
  adminaccountlist: ['query', 'limit'],
  adminaccountupdate: ['status'],
  adminclientcreate: ['redirectUrls', 'profile'],
  oauth2par: ['scope', 'state', 'code_challenge', 'code_challenge_method'],
  adminclientupdate: ['name'],
  adminfamilyupdate: ['name'],
  adminrulesetupdate: ['rules'],
  adminauditlist: ['limit'],
  adminconfigurationimport: ['dryRun'],
};

/** Values that differ from the usual ones of the name. */
export const OWN_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  call: { a01call: 'provsearch', parameters: { a01email: 'ada@family.example' } },
  adminconfigurationimport: { dryRun: true, body: { rulesets: [{ name: 'PARTNER', rules: ['acc*'] }] } },
  oauth2authorizepost: {
    form: { response_type: 'code', client_id: 'books', redirect_uri: 'https://books.example/callback' },
  },
  adminaccountlist: { query: 'ada', limit: 20 },
  adminauditlist: { limit: 20 },
  adminauditfilterput: { body: { name: 'Refused today', filters: { outcome: 'refused', last: 'day' } } },
  adminmemberput: { body: { accountType: 0 } },
};

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

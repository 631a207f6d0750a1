/** A ruleset and a client that no server of the tests has, as an export shows them. */
export const PARTNER = { name: 'PARTNER', description: 'Reads', rules: ['prov*', '!provdeleteaccount'] };
export const BOOKS = {
  clientId: 'books',
  clientType: 'confidential',
  name: 'Books',
  ruleset: 'PARTNER',
  redirectUrls: ['https://books.example/callback', 'https://books.example/other'],
  secrets: [{ scheme: 'sha256', verifier: 'ab'.repeat(32) }],
};

export interface ConfigurationDocument {
  readonly rulesets: Record<string, unknown>[];
  readonly clients: (Record<string, unknown> & { clientId: string })[];
}

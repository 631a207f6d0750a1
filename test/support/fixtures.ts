import { createHash } from 'node:crypto';
import type { BootstrapDocument } from '../../src/provisioning/bootstrap/bootstrap-document.js';

/** Looks random, but is constant across runs. */
const secret = (name: string): string => createHash('sha256').update(name).digest('base64url');

/** Client credentials of the fixtures; `public` has no secret. */
export const CLIENTS = {
  app: { id: 'family-app', secret: secret('a') },
  thirdParty: { id: 'shop', secret: secret('b') },
  provisioning: { id: 'operator', secret: secret('c') },
  strict: { id: 'strict-app', secret: secret('d') },
  keeper: { id: 'old-app', secret: secret('e') },
  imported: { id: 'imported', secret: 'tell no:one' },
  public: { id: 'phone-app', secret: null },
} as const;

export const ANNA = {
  email: 'anna@family.example',
  msisdn: '+4915112345678',
  login: 'anna.k',
  password: 'winter-garden-7',
};
export const BEN = { email: 'ben@family.example', password: 'summer-orchard-9' };
export const PENDING = { email: 'pending@family.example' };

const client = (
  which: { id: string; secret: string | null },
  name: string,
  ruleset: string,
  isPrivileged: boolean,
) => ({
  clientId: which.id,
  ...(which.secret === null ? {} : { clientSecret: which.secret }),
  name,
  ruleset,
  clientType: which.secret === null ? ('public' as const) : ('confidential' as const),
  isPrivileged,
});

export const FIXTURES: BootstrapDocument = {
  clients: [
    {
      ...client(CLIENTS.app, 'Family app', 'WEB', true),
      ...{ rotatesRefreshToken: true, allowsDeviceAuthorization: true },
    },
    { ...client(CLIENTS.thirdParty, 'Shop', 'WEB', false), redirectUrls: ['https://shop.example/callback'] },
    client(CLIENTS.provisioning, 'Operator', 'PROVISIONING', false),
    { ...client(CLIENTS.strict, 'Strict app', 'WEB', true), profile: 'strict' },
    client(CLIENTS.keeper, 'Old app', 'WEB', true),
    client(CLIENTS.imported, 'Imported', 'WEB', true),
    client(CLIENTS.public, 'Phone app', 'WEB', false),
  ],
  accounts: [
    {
      name: 'Anna K.',
      identifiers: [
        { type: 'Email', value: ANNA.email, isValidated: true },
        { type: 'Msisdn', value: ANNA.msisdn },
        { type: 'Login', value: ANNA.login },
      ],
      password: ANNA.password,
    },
    { name: 'Ben', identifiers: [{ type: 'Email', value: BEN.email }], password: BEN.password },
    { name: 'Pending', identifiers: [{ type: 'Email', value: PENDING.email }] },
  ],
  families: [
    {
      name: 'The Ks',
      premiumType: 2,
      members: [
        { identifier: ANNA.email, accountType: 2 },
        { identifier: BEN.email, accountType: 0 },
      ],
    },
  ],
};

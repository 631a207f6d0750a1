import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.js';
import { usersOf } from './json-users.js';
import type { Found, GivenOptions, ImportSource } from './source.js';
import { exportedObject, filled, isThere, listIn, objectsIn, together } from './export-values.js';
import { entryOf, IDS_OF, LINKS } from './exported-user.js';

const LEFT = {
  attributes: 'attributes, but for locale and a verified phoneNumber: keep them in your application',
  roles: 'roles of the realm and of clients: what an application allows is its own matter',
  groups: 'groups: make families where people belong together',
  links: 'links to identity providers: use --link, or people connect them again',
  oneTimeCodes: 'one-time codes: people set them up again',
  passkeys: 'passkeys: they belong to the old address, people add new ones',
  otherCredentials: 'other credentials, such as recovery codes',
  requiredActions: 'required actions, such as a new password or terms',
  federation: 'users kept in LDAP or another user storage, whose passwords are there',
  serviceAccounts: 'service accounts: register a client for each',
  consents: 'consents to clients: people are asked again',
  ids: 'ids of users, which applications know as sub: use --ids-of',
} as const;
type Left = keyof typeof LEFT;

/** Files of an export into a folder: the realm, and its users in parts. */
const PARTS = /^(.+?)-(?:realm|(?:federated-)?users-\d+)\.json$/;
const KNOWN_ATTRIBUTES = new Set(['locale', 'phoneNumber', 'phoneNumberVerified']);
const KNOWN_CREDENTIALS = new Set(['password', 'otp', 'webauthn', 'webauthn-passwordless']);

/** Keycloak's `kc.sh export`, as of 26. */
export const KEYCLOAK: ImportSource<Left> = {
  product: 'Keycloak',
  file: 'an export of one realm with its users, or the folder with its files',
  page: 'from-keycloak.md',
  options: { idsOf: IDS_OF, link: LINKS },
  left: LEFT,
  example: '--from keycloak shop-realm.json --dry-run',
  read,
};

async function* read(path: string, given: GivenOptions): AsyncGenerator<Found<Left>, void, void> {
  const files = filesAt(path);
  for (const { file, name } of files) {
    let user = 0;
    for await (const each of usersOf(file)) {
      const place = { ...(name !== undefined && { file: name }), user: ++user };
      yield { place, ...foundIn(exportedObject(each), given) };
    }
  }
}

/** The files of a folder in the order of their numbers, or the one file. */
function filesAt(path: string): { readonly file: string; readonly name?: string }[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [{ file: path }];
  const names = readdirSync(path).filter((name) => PARTS.test(name));
  const realms = new Set(names.map((name) => PARTS.exec(name)?.[1]));
  if (realms.size === 0)
    throw new Failure(
      `${path} has no files of an export, such as shop-realm.json or shop-users-0.json.`,
      'usage',
    );
  if (realms.size > 1)
    throw new Failure(
      `${path} has several realms: ${[...realms].join(', ')}. Export one: kc.sh export --dir … --realm NAME`,
      'usage',
    );
  names.sort(new Intl.Collator('en', { numeric: true }).compare);
  return names.map((name) => ({ file: join(path, name), name }));
}

function foundIn(user: Readonly<Record<string, unknown>>, given: GivenOptions): Omit<Found<Left>, 'place'> {
  if (isThere(user.serviceAccountClientId)) return { text: null, left: ['serviceAccounts'] };
  const attributes = exportedObject(user.attributes);
  const attribute = (name: string): string | undefined => filled(listIn(attributes[name])[0]);
  const credentials = objectsIn(user.credentials);
  const password = credentials.find(({ type }) => type === 'password');
  const hash = password ? hashOf(password) : {};
  const isPhoneProven = attribute('phoneNumberVerified') === 'true';
  const entry = entryOf<Left>(
    {
      names: [together(user.firstName, user.lastName), filled(user.username)],
      email: user.email,
      isEmailValidated: user.emailVerified,
      username: user.username,
      phone: isPhoneProven ? attribute('phoneNumber') : undefined,
      isPhoneValidated: true,
      id: user.id,
      links: objectsIn(user.federatedIdentities).map((link) => ({
        provider: link.identityProvider,
        id: link.userId,
      })),
      passwordHash: hash.value,
      locale: attribute('locale'),
      isDisabled: user.enabled === false,
    },
    {
      attributes:
        Object.keys(attributes).some((name) => !KNOWN_ATTRIBUTES.has(name)) ||
        (attribute('phoneNumber') !== undefined && !isPhoneProven),
      roles: isThere(user.realmRoles) || isThere(user.clientRoles),
      groups: isThere(user.groups),
      oneTimeCodes: credentials.some(({ type }) => type === 'otp'),
      passkeys: credentials.some(({ type }) => String(type).startsWith('webauthn')),
      otherCredentials: credentials.some(({ type }) => !KNOWN_CREDENTIALS.has(String(type))),
      requiredActions: isThere(user.requiredActions),
      federation: isThere(user.federationLink),
      serviceAccounts: false,
      consents: isThere(user.clientConsents),
    },
    given,
  );
  return { ...entry, refusal: hash.refusal };
}

/** The hash of a credential in the form that an import takes, or why there is none. */
function hashOf(credential: Readonly<Record<string, unknown>>): {
  readonly value?: string;
  readonly refusal?: string;
} {
  const [kept, how] = [jsonIn(credential.secretData), jsonIn(credential.credentialData)];
  const [value, salt] = [filled(kept.value), filled(kept.salt)];
  if (value === undefined) return { refusal: 'its password has no hash, as in exports before Keycloak 8' };
  if (value.startsWith('$2')) return { value }; // extensions that hash by bcrypt keep it whole
  const { algorithm, hashIterations } = how;
  const ending = `${plain(salt)}$${plain(value)}`;
  if (/^pbkdf2(-sha256|-sha512)?$/.test(String(algorithm)))
    return { value: `$${String(algorithm)}$i=${Number(hashIterations)}$${ending}` };
  if (algorithm !== 'argon2')
    return {
      refusal: `its password has a hash of "${String(algorithm).slice(0, 40)}", which Hearth can't compare`,
    };
  const parameters = exportedObject(how.additionalParameters);
  const parameter = (name: string): string => String(listIn(parameters[name])[0]);
  const version = parameter('version') === '1.0' ? 16 : 19;
  const costs = `m=${parameter('memory')},t=${Number(hashIterations)},p=${parameter('parallelism')}`;
  return { value: `$argon2${parameter('type')}$v=${version}$${costs}$${ending}` };
}

/** Keycloak keeps JSON in a text. */
function jsonIn(value: unknown): Readonly<Record<string, unknown>> {
  try {
    return exportedObject(JSON.parse(String(value)));
  } catch {
    return {};
  }
}

function plain(base64 = ''): string {
  return base64.replace(/=+$/, '');
}

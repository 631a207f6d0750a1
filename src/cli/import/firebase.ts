import { readFileSync } from 'node:fs';
import { Failure } from '../failure.js';
import { usersOf } from './json-users.js';
import type { Found, GivenOptions, ImportSource } from './source.js';
import { requireFile } from './text-file.js';
import {
  emailIdentifier,
  idIdentifier,
  IDS_OF,
  isThere,
  leftOf,
  LINKS,
  linksOf,
  listIn,
  localPart,
  nameFrom,
  exportedObject,
  phoneIdentifier,
  filled,
  type AccountLine,
} from './export-values.js';

const LEFT = {
  customClaims: 'custom claims (customAttributes): keep them in your application',
  links: 'links to Google and others: use --link, or people connect them again',
  pictures: 'photoUrl',
  anonymous: 'anonymous users, who have neither address nor number',
  passwords:
    'users without a password, such as those who sign in by Google or a text message: they are pending until they are invited',
  ids: 'localId, which applications know as uid: use --ids-of',
} as const;
type Left = keyof typeof LEFT;

/** `firebase auth:export users.json`. It leaves out second factors and hashes by other algorithms than scrypt. */
export const FIREBASE: ImportSource<Left> = {
  product: 'Firebase Authentication',
  file: 'the JSON of firebase auth:export',
  page: 'from-firebase.md',
  options: {
    hashConfig: {
      flags: '--hash-config <file>',
      help: 'the password hash parameters of the project, as the Firebase console shows them',
      isRequired: true,
    },
    signerKey: {
      flags: '--signer-key <id>',
      help: 'the id that the server gave to the signer key of the project',
      isRequired: true,
    },
    idsOf: IDS_OF,
    link: LINKS,
  },
  left: LEFT,
  example: '--from firebase users.json --hash-config hash.txt --signer-key 0123456789abcdef --dry-run',
  read,
};

async function* read(file: string, given: GivenOptions): AsyncGenerator<Found<Left>, void, void> {
  const costs = costsIn(String(given.hashConfig));
  const start = `$fbscrypt$v=1,n=${costs.mem_cost},r=${costs.rounds},p=1,ss=${costs.base64_salt_separator},k=${String(given.signerKey)}`;
  let user = 0;
  for await (const each of usersOf(file))
    yield { place: { user: ++user }, ...foundIn(exportedObject(each), start, given) };
}

const COSTS = ['base64_salt_separator', 'rounds', 'mem_cost'] as const;

/** The parameters that stand in each hash; the signer key is on the server. */
function costsIn(file: string): Readonly<Record<(typeof COSTS)[number], string>> {
  requireFile(file);
  const text = readFileSync(file, 'utf8');
  const value = (name: string): string | undefined =>
    new RegExp(`\\b${name}\\s*:\\s*"?([A-Za-z0-9+/_=-]+)`).exec(text)?.[1];
  const missing = ['algorithm', ...COSTS].filter((name) => value(name) === undefined);
  if (missing.length > 0)
    throw new Failure(
      `${file} lacks ${missing.join(', ')}: copy all of "hash_config { … }" from the Firebase console, Authentication, Users, Password hash parameters.`,
    );
  if (value('algorithm') !== 'SCRYPT')
    throw new Failure(
      `${file} has the algorithm ${value('algorithm')}: Firebase exports hashes of SCRYPT only.`,
    );
  return Object.fromEntries(COSTS.map((name) => [name, value(name)])) as Record<
    (typeof COSTS)[number],
    string
  >;
}

function foundIn(
  user: Readonly<Record<string, unknown>>,
  start: string,
  given: GivenOptions,
): Omit<Found<Left>, 'place'> {
  const [hash, salt] = [filled(user.passwordHash), filled(user.salt)];
  const [email, phone] = [filled(user.email), filled(user.phoneNumber)];
  const providers = listIn(user.providerUserInfo).map(exportedObject);
  if (email === undefined && phone === undefined && providers.length === 0)
    return { text: null, left: ['anonymous'] };
  const links = linksOf(
    providers.map(({ providerId: provider, rawId: id }) => ({ provider, id })),
    given,
  );
  const id = idIdentifier(user.localId, given);
  const account: AccountLine = {
    name: nameFrom(filled(user.displayName), localPart(email), phone),
    identifiers: [
      ...emailIdentifier(email, user.emailVerified),
      ...phoneIdentifier(phone, true),
      ...id,
      ...links.kept,
    ],
    passwordHash: hash === undefined ? undefined : `${start}$${salt ?? ''}$${hash}`,
    isDisabled: user.disabled === true ? true : undefined,
  };
  const left = leftOf<Left>({
    customClaims: isThere(user.customAttributes),
    links: links.others > 0,
    pictures: isThere(user.photoUrl),
    anonymous: false,
    passwords: hash === undefined,
    ids: isThere(user.localId) && id.length === 0,
  });
  return { text: JSON.stringify(account), left };
}

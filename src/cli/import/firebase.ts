import { readFileSync } from 'node:fs';
import { hearthCommand } from '../../platform/config/command-line.js';
import { firebaseKeyId } from '../../platform/security/firebase-key-id.js';
import type { ApiClient } from '../api-client.js';
import type { FirebaseKeyList } from '../api-types.js';
import { Failure } from '../failure.js';
import { usersOf } from './json-users.js';
import type { Found, GivenOptions, ImportSource } from './source.js';
import { requireFile } from './text-file.js';
import { exportedObject, filled, isThere, localPart, objectsIn } from './export-values.js';
import { entryOf, IDS_OF, LINKS } from './exported-user.js';

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
    idsOf: IDS_OF,
    link: LINKS,
  },
  left: LEFT,
  example: '--from firebase users.json --hash-config hash.txt --dry-run',
  checkServer,
  read,
};

/** @throws Failure unless the server has the signer key that all hashes need */
async function checkServer(api: ApiClient, given: GivenOptions): Promise<void> {
  const file = String(given.hashConfig);
  const { signerKeyId } = parametersIn(file);
  const { items } = await api.get<FirebaseKeyList>('/firebase-keys');
  if (!items.some(({ id }) => id === signerKeyId))
    throw new Failure(
      `This server does not have the signer key in ${file}, without which no password can be compared. Add it first, then repeat this command: ${hearthCommand('firebase-key add PROJECT')}`,
    );
}

async function* read(file: string, given: GivenOptions): AsyncGenerator<Found<Left>, void, void> {
  const { start } = parametersIn(String(given.hashConfig));
  let user = 0;
  for await (const each of usersOf(file))
    yield { place: { user: ++user }, ...foundIn(exportedObject(each), start, given) };
}

const PARAMETERS = ['algorithm', 'base64_signer_key', 'base64_salt_separator', 'rounds', 'mem_cost'] as const;

/** The id of the project's signer key, and how all of its hashes begin: with that id, not the key (D407). */
function parametersIn(file: string): { readonly signerKeyId: string; readonly start: string } {
  requireFile(file);
  const text = readFileSync(file, 'utf8');
  const values = PARAMETERS.map(
    (name) => new RegExp(`\\b${name}\\s*:\\s*"?([A-Za-z0-9+/_=-]+)`).exec(text)?.[1],
  );
  const missing = PARAMETERS.filter((_, index) => values[index] === undefined);
  if (missing.length > 0)
    throw new Failure(
      `${file} lacks ${missing.join(', ')}: copy all of "hash_config { … }" from the Firebase console, Authentication, Users, Password hash parameters.`,
    );
  const [algorithm, signerKey, separator, rounds, memoryCost] = values as string[];
  if (algorithm !== 'SCRYPT')
    throw new Failure(`${file} has the algorithm ${algorithm}: Firebase exports hashes of SCRYPT only.`);
  const signerKeyId = firebaseKeyId(Buffer.from(signerKey, 'base64'));
  return {
    signerKeyId,
    start: `$fbscrypt$v=1,n=${memoryCost},r=${rounds},p=1,ss=${separator},k=${signerKeyId}`,
  };
}

function foundIn(
  user: Readonly<Record<string, unknown>>,
  start: string,
  given: GivenOptions,
): Omit<Found<Left>, 'place'> {
  const [hash, salt] = [filled(user.passwordHash), filled(user.salt)];
  const [email, phone] = [filled(user.email), filled(user.phoneNumber)];
  const providers = objectsIn(user.providerUserInfo);
  if (email === undefined && phone === undefined && providers.length === 0)
    return { text: null, left: ['anonymous'] };
  return entryOf<Left>(
    {
      names: [filled(user.displayName), localPart(email), phone],
      email,
      isEmailValidated: user.emailVerified,
      phone,
      isPhoneValidated: true,
      id: user.localId,
      links: providers.map(({ providerId: provider, rawId: id }) => ({ provider, id })),
      passwordHash: hash === undefined ? undefined : `${start}$${salt ?? ''}$${hash}`,
      isDisabled: user.disabled === true,
    },
    {
      customClaims: isThere(user.customAttributes),
      pictures: isThere(user.photoUrl),
      anonymous: false,
      passwords: hash === undefined,
    },
    given,
  );
}

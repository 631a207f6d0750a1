import { Failure } from '../failure.js';
import type { Found, GivenOptions, ImportSource } from './source.js';
import { fileLines } from './text-file.js';
import { exportedObject, filled, isThere, objectsIn, together } from './export-values.js';
import { entryOf, IDS_OF, LINKS } from './exported-user.js';

const LEFT = {
  userMetadata: 'user_metadata: keep it in your application',
  appMetadata: 'app_metadata: keep it in your application',
  secondFactors: 'second factors: people set them up again',
  links: 'links to social and enterprise connections: use --link, or people connect them again',
  pictures: 'pictures: they are at addresses of Auth0 or Gravatar',
  passwords: 'passwords of users who are not among the hashes: they are pending until they are invited',
  hashes: 'hashes whose users are not in the file',
  ids: 'user_id, which applications know as sub: use --ids-of',
} as const;
type Left = keyof typeof LEFT;

/** Auth0's export of users, and the hashes that its support sends. */
export const AUTH0: ImportSource<Left> = {
  product: 'Auth0',
  file: 'a users export as lines of JSON, unpacked',
  page: 'from-auth0.md',
  options: {
    hashes: { flags: '--hashes <file>', help: 'the export of password hashes, which its support sends' },
    idsOf: IDS_OF,
    link: LINKS,
  },
  left: LEFT,
  example: '--from auth0 users.json --hashes hashes.json --dry-run',
  read,
};

async function* read(file: string, given: GivenOptions): AsyncGenerator<Found<Left>, void, void> {
  const hashes = typeof given.hashes === 'string' ? await hashesIn(given.hashes) : new Map<string, string>();
  for await (const { line, value } of objectsOf(file))
    yield { place: { line }, ...foundIn(value, hashes, given) };
  for (let line = 1; line <= hashes.size; line++) yield { place: { line }, text: null, left: ['hashes'] };
}

/** The hashes by `user_id`. They are all in memory: about 200 bytes for each user. */
async function hashesIn(file: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const { line, value } of objectsOf(file)) {
    const [id, hash] = [
      filled(exportedObject(value._id).$oid) ?? filled(value._id),
      filled(value.passwordHash),
    ];
    if (id === undefined || hash === undefined)
      throw new Failure(
        `Line ${line} of ${file} is no password hash of Auth0: it lacks _id or passwordHash.`,
      );
    hashes.set(`auth0|${id}`, hash);
  }
  return hashes;
}

async function* objectsOf(
  file: string,
): AsyncGenerator<{ readonly line: number; readonly value: Readonly<Record<string, unknown>> }, void, void> {
  for await (const { line, text } of fileLines(file)) {
    if (text.trim() === '') continue;
    yield { line, value: objectIn(text, `Line ${line} of ${file}`) };
  }
}

function objectIn(text: string, where: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new Failure(
    `${where} is no JSON object: the file is damaged, ends too early, or is not lines of JSON.`,
  );
}

/** Takes the user's hash out of `hashes`. */
function foundIn(
  user: Readonly<Record<string, unknown>>,
  hashes: Map<string, string>,
  given: GivenOptions,
): Omit<Found<Left>, 'place'> {
  const userId = filled(user.user_id) ?? filled(user.Id);
  const passwordHash = userId === undefined ? undefined : hashes.get(userId);
  if (userId !== undefined) hashes.delete(userId);
  const identities = objectsIn(user.identities);
  return entryOf<Left>(
    {
      names: [
        filled(user.name) === filled(user.email) ? filled(user.nickname) : filled(user.name),
        together(user.given_name, user.family_name),
        filled(user.username),
        filled(user.email),
      ],
      email: user.email,
      isEmailValidated: user.email_verified,
      username: user.username,
      phone: user.phone_number,
      isPhoneValidated: user.phone_verified,
      id: userId,
      links: identities
        .filter(({ provider }) => provider !== 'auth0')
        .map(({ provider, user_id: id }) => ({ provider, id })),
      passwordHash,
      isDisabled: user.blocked === true,
    },
    {
      userMetadata: isThere(user.user_metadata),
      appMetadata: isThere(user.app_metadata),
      secondFactors: isThere(user.multifactor),
      pictures: isThere(user.picture),
      passwords: passwordHash === undefined && identities.some(({ provider }) => provider === 'auth0'),
      hashes: false,
    },
    given,
  );
}

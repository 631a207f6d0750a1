/** The name and the path of an operation. */
interface Named {
  readonly id: string;
  readonly path: string;
}

/** A task of a developer; each operation belongs to the first task that matches it. */
export interface Task {
  /** The last part of its address: `/docs/tokens`. */
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly has: (entry: Named) => boolean;
}

const startsWith =
  (...beginnings: readonly string[]) =>
  ({ id }: Pick<Named, 'id'>) =>
    beginnings.some((beginning) => id.startsWith(beginning));

const TASKS: readonly Task[] = [
  {
    key: 'administration',
    name: 'Administer',
    about: 'Accounts, families, clients, rulesets, grants, audit and settings, as the console does it.',
    has: startsWith('admin'),
  },
  {
    key: 'provisioning',
    name: 'Provision',
    about: 'Create, fill, change and delete families and accounts from a back end of your own.',
    has: startsWith('prov'),
  },
  {
    key: 'tokens',
    name: 'Get tokens',
    about:
      'Exchange a code, a refresh token, credentials or an assertion for tokens; inspect and revoke them.',
    has: startsWith(
      'oauth2token',
      'oauth2revoke',
      'oauth2introspect',
      'log2generate',
      'log2createvalidationtoken',
    ),
  },
  {
    key: 'sign-in',
    name: 'Sign users in',
    about: 'OpenID Connect with any library; the web flow and sessions for older applications.',
    has: startsWith('oauth2', 'logout', 'jwks', 'openidconfiguration', 'metadata', 'web', 'log2'),
  },
  {
    key: 'operation',
    name: 'Operate',
    about: 'Health, metrics and what monitoring asks for.',
    has: startsWith('health', 'metrics', 'home'),
  },
  {
    key: 'calls',
    name: 'Call the API',
    about: 'What a call looks like, and those about the person who is signed in.',
    has: () => true,
  },
];

/** In the order of use. */
export const IN_ORDER: readonly Task[] = [
  'sign-in',
  'tokens',
  'calls',
  'provisioning',
  'administration',
  'operation',
].map((key) => TASKS.find((task) => task.key === key) as Task);

export function taskOf(entry: Named): Task {
  return TASKS.find((task) => task.has(entry)) as Task;
}

/** The groups of a task with many operations: "accounts" of the administration, by the path. */
export function groupOf({ path }: Pick<Named, 'path'>): string {
  const [, resource] = /^\/admin\/api\/([\w-]+)/.exec(path) ?? [];
  if (resource === undefined) return '';
  const words = resource.replaceAll('-', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

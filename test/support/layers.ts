/** An import of one file by another; paths from the project's root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The rooms of src: a file imports from its own room and from rooms further left (docs/reference/architecture.md#rooms). */
const RULE = 'platform <- identity <- oauth <- (account, legacy, provisioning) <- (admin, operate)';
const STEPS = RULE.split(' <- ').map((step) => step.match(/\w+/g) ?? []);
/** Rooms whose folders have an order: a folder imports from those before it. Empty: the files directly in the room. */
export const ORDER: Readonly<Record<string, readonly string[]>> = {
  platform: [
    '',
    'errors',
    'checks',
    'security',
    'config',
    'telemetry',
    'database',
    'activity',
    'audit',
    'throttle',
    'repeats',
    'intake',
    'operations',
    'pages',
    'records',
    'http',
    'openapi',
    'reference',
  ],
  identity: [
    ...['ways-in', 'sign-ins', 'accounts', 'families', 'branding', 'notifications', 'mailed-links'],
    ...['device-passwords', 'passkeys', 'factors', 'passwords', 'sessions', 'recovery', 'hand-overs'],
  ],
  account: [
    ...['frame', 'identifiers', 'suspended', 'device-passwords', 'recovery', 'factors', 'ways', 'passkeys'],
    ...['decisions', 'providers', 'families', 'data', ''],
  ],
  oauth: [
    'rulesets',
    'clients',
    'signing',
    'resources',
    'documents',
    'mac',
    'tokens',
    'dpop',
    'oidc',
    'consent',
    'device',
    'sso',
    'grants',
    'providers',
    'authorize',
    'webhooks',
    'access',
    '',
  ],
};
/** Everything that the command line may import from the server: it gets the rest over HTTP. */
const COMMAND_LINE_IMPORTS = [
  'src/platform/version.ts',
  'src/platform/config/command-line.ts',
  'src/platform/config/typed-text.ts',
  'src/platform/security/breach-format.ts', // for a file that one writes and the other reads
  'src/platform/security/firebase-key-id.ts', // for an id that both compute from the key
];

/** Imports that break the rule, each with the reason. */
export function breaches(imports: readonly Import[]): string[] {
  return imports.flatMap((each) => {
    const problem = problemOf(each);
    return problem === null ? [] : [`${each.from} -> ${each.to}: ${problem}`];
  });
}

/** Import cycles, each one once. */
export function cycles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) found.push([...path.slice(start), file].join(' -> '));
    if (start !== -1 || done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

function problemOf({ from, to }: Import): string | null {
  const [above, below] = [roomOf(from), roomOf(to)];
  if (above === '') return null;
  if (below === '') return 'nothing imports the app';
  if (above === 'cli' && below !== 'cli')
    return COMMAND_LINE_IMPORTS.includes(to) ? null : 'the command line knows the server by its API only';
  if (above === below) return problemInside(above, from, to);
  const [high, low] = [stepOf(above), stepOf(below)];
  if (high === -1 || low === -1) return 'no room of the rule';
  if (high === low) return 'sideways';
  return high > low ? null : 'upward';
}

function problemInside(room: string, from: string, to: string): string | null {
  if (!Object.hasOwn(ORDER, room)) return null;
  const [high, low] = [from, to].map((path) => ORDER[room].indexOf(folderInside(path)));
  if (high === -1 || low === -1) return `no folder of the order of ${room}`;
  return high >= low ? null : `upward inside ${room}`;
}

/** The room of a file; empty for files directly in src, which are the app. */
function roomOf(path: string): string {
  const parts = path.split('/');
  return parts.length === 2 ? '' : parts[1];
}

function folderInside(path: string): string {
  const parts = path.split('/');
  return parts.length === 3 ? '' : parts[2];
}

function stepOf(room: string): number {
  return STEPS.findIndex((step) => (step as string[]).includes(room));
}

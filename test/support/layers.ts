/** An import of one file by another; paths from the top of the project. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Folders of src by layer, the highest first (docs/architecture.md#layers). A file imports from its own folder and downward. */
const LAYERS = {
  commandLine: ['cli'],
  edge: ['admin', 'access', 'dispatch', 'docs', 'operations', 'bootstrap'],
  feature: ['provisioning', 'authorization', 'web-flow', 'sessions'],
  token: ['tokens', 'mailed-links'],
  record: ['clients', 'accounts', 'families', 'notifications'],
  declare: ['contract', 'pages'],
  base: ['errors', 'security', 'config', 'telemetry', 'database', 'audit', 'throttle', 'intake'],
} as const;

/** The only imports between folders of one layer; inside base each folder may use those before it. */
const SIDEWAYS: readonly string[] = [
  'dispatch -> access',
  'web-flow -> sessions',
  'authorization -> sessions', // who signed in on a page is signed in to the browser
  'provisioning -> sessions', // who completed an account is signed in
  'families -> accounts',
  'accounts -> clients', // which client provisioned it
  'families -> clients',
  'notifications -> accounts', // a message goes with its account
];
/** All of the server that the command line is made with: the rest it asks over HTTP. */
const COMMAND_LINE_IMPORTS = ['src/operations/version.ts', 'src/config/command-line.ts'];
const BASE: readonly string[] = LAYERS.base;

/** Imports against the layers, each with what is wrong. */
export function breaches(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const isForeign =
      folderOf(from) === 'cli' && folderOf(to) !== 'cli' && !COMMAND_LINE_IMPORTS.includes(to);
    const problem = isForeign
      ? 'the command line knows the server by its API only'
      : problemOf(folderOf(from), folderOf(to));
    return problem === null ? [] : [`${from} -> ${to}: ${problem}`];
  });
}

/** Files that import each other in a circle, each circle once. */
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

/** The folder right under src; empty for files directly in it, which are the app. */
function folderOf(path: string): string {
  const parts = path.split('/');
  return parts.length === 2 ? '' : parts[1];
}

function problemOf(from: string, to: string): string | null {
  if (from === '' || from === to) return null;
  if (to === '') return 'nothing imports the app';
  const [above, below] = [layerOf(from), layerOf(to)];
  if (above === -1 || below === -1) return 'a folder in no layer';
  if (above < below) return null;
  if (above > below) return 'upward';
  if (BASE.includes(from)) return BASE.indexOf(to) < BASE.indexOf(from) ? null : 'upward inside base';
  return SIDEWAYS.includes(`${from} -> ${to}`) ? null : 'sideways';
}

function layerOf(folder: string): number {
  return Object.values(LAYERS).findIndex((folders) => (folders as readonly string[]).includes(folder));
}

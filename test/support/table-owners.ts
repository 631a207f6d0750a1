/** A source file: its path from the project's root, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** A folder of src that uses a table of another one. */
interface Trespass {
  readonly folder: string;
  readonly table: string;
}

const ENTITY = /@Entity\('(\w+)'\)[\s\S]*?export class (\w+)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g;
/** The SQL keywords in front of tables that are read, written or locked: `FROM a x, b`. */
const TABLES =
  /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING)\s+(?:ONLY\s+)?((?:"?[a-z_]+"?(?:\s+(?:AS\s+)?[a-z]{1,2})?\s*,\s*)*"?[a-z_]+"?)/g;
/** Keywords with an interpolated name: it may be any that the file passes on. */
const PUT_IN = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?\$\{\w+\}/;
const HANDED_OVER = /\w\('([a-z_]+)'/g;
const LITERAL = /'([a-z_]+)'/g;
/** A name by itself, from which SQL is made elsewhere; a constant is one that resembles no other word. */
const NAME = /\btable: '([a-z_]+)'|\bconst \w+ = '([a-z]+_[a-z_]+)'|'([a-z_]+)'::regclass/g;
/** Names side by side. */
const LIST = /'[a-z_]+'(?:,\s*'[a-z_]+')+/g;
const ENTITY_IMPORT = /^import \{([^}]*)\} from '[^']*\.entity\.js'/gm;

/** The folder that owns each table: the one with its entity. */
export function ownersIn(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(entitiesIn(sources).map(({ table, folder }) => [table, folder]));
}

/**
 * Uses of a table outside of its owner: in SQL, or by its entity in repositories and query builders. Entities may
 * refer to others: those are foreign keys. A module only wires repositories: a class that gets one names the
 * entity itself.
 */
export function trespassesIn(sources: readonly Source[]): Trespass[] {
  const owners = ownersIn(sources);
  const tables = new Map(entitiesIn(sources).map(({ name, table }) => [name, table]));
  const found = new Map<string, Trespass>();
  for (const { path, text } of sources) {
    const folder = folderOf(path);
    if (folder === '' || /\.(entity|module)\.ts$/.test(path) || path.includes('/migrations/')) continue;
    const used = importedIn(text).map((name) => tables.get(name) ?? '');
    for (const table of [...namedInSql(text), ...namedApart(text, owners), ...used])
      if ((owners.get(table) ?? folder) !== folder) found.set(`${folder} ${table}`, { folder, table });
  }
  return [...found.values()];
}

function entitiesIn(sources: readonly Source[]): { table: string; name: string; folder: string }[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(ENTITY)].map(([, table, name]) => ({ table, name, folder: folderOf(path) })),
  );
}

function namedInSql(text: string): string[] {
  return [...text.replace(COMMENT, '').matchAll(TABLES)].flatMap(([, list]) => list.match(/[a-z_]+/g) ?? []);
}

/** Names of tables in strings of their own, from which statements are made. */
function namedApart(text: string, owners: ReadonlyMap<string, string>): string[] {
  const code = text.replace(COMMENT, '');
  const inLists = [...code.matchAll(LIST)]
    .map(([list]) => literalsIn(list, LITERAL))
    .filter((names) => names.every((name) => owners.has(name)) && names.some((name) => name.includes('_')));
  const names = [...code.matchAll(NAME)].flatMap(([, ...groups]) => groups.filter(Boolean));
  return [...names, ...inLists.flat(), ...(PUT_IN.test(code) ? literalsIn(code, HANDED_OVER) : [])];
}

function literalsIn(code: string, which: RegExp): string[] {
  return [...code.matchAll(which)].map(([, name]) => name);
}

/** Without type-only imports. */
function importedIn(text: string): string[] {
  const names = [...text.matchAll(ENTITY_IMPORT)].flatMap(([, list]) => list.split(','));
  return names.map((name) => name.trim()).filter((name) => !name.startsWith('type '));
}

/**
 * The folder inside a room, or the room if it has none. The administration counts as one folder: each of its parts
 * shows what all the lower rooms own, so its list of tables is about the whole of it. Empty: directly in src.
 */
function folderOf(path: string): string {
  const [, ...folders] = path.split('/').slice(0, -1);
  return folders[0] === 'admin' ? 'admin' : folders.slice(0, 2).join('/');
}

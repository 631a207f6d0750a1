import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import semver from 'semver';
import { openPromise } from 'yauzl';
import { Failure } from './failure.js';
import type { InstalledPackage, Sbom } from './sbom.js';

/** What is read of an advisory (OSV schema 1.7). */
interface Advisory {
  readonly id: string;
  readonly summary?: string;
  readonly withdrawn?: string | null;
  readonly aliases?: readonly string[] | null;
  readonly affected?: readonly Affected[] | null;
}

interface Affected {
  /** Left out by advisories about Hearth itself, which is in no registry. */
  readonly package?: { readonly ecosystem: string; readonly name: string };
  readonly ranges?: readonly { readonly type: string; readonly events: readonly RangeEvent[] }[];
  readonly versions?: readonly string[];
}

interface RangeEvent {
  readonly introduced?: string;
  readonly fixed?: string;
  readonly last_affected?: string;
  readonly limit?: string;
}

/** A package with what an advisory says of its version. */
export interface AffectedPackage {
  readonly found: InstalledPackage;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** The affected versions, such as `>=0 <1.2.3 || >=2.0.0 <2.0.1`. */
  readonly range: string;
  /** The first corrected version above the one in use; null: none is named. */
  readonly fixed: string | null;
}

export interface Comparison {
  /** How many advisories were read; those that were withdrawn count. */
  readonly advisories: number;
  readonly findings: readonly AffectedPackage[];
}

/** Advisories about Hearth itself have this at the start of their id (advisories/README.md). */
const OWN_ID = /^HEARTH-/;
const NPM = 'npm';

/**
 * Compares the packages of a build with advisories.
 * @param path an advisory, a folder or a zip of them
 * @throws Failure for what is no advisory, or holds none
 */
export async function compareWithAdvisories(sbom: Sbom, path: string): Promise<Comparison> {
  const byName = new Map<string, InstalledPackage[]>();
  for (const found of sbom.packages) byName.set(found.name, [...(byName.get(found.name) ?? []), found]);
  const findings: AffectedPackage[] = [];
  let advisories = 0;
  for await (const [file, text] of textsIn(path)) {
    const advisory = advisoryIn(file, text);
    advisories++;
    if (typeof advisory.withdrawn === 'string') continue;
    for (const affected of advisory.affected ?? [])
      for (const found of meantBy(affected, advisory.id, sbom, byName)) {
        const affects = affectedRange(affected, found.version, file);
        if (affects !== null)
          findings.push({
            found,
            id: advisory.id,
            aliases: advisory.aliases ?? [],
            summary: advisory.summary ?? '',
            ...affects,
          });
      }
  }
  if (advisories === 0)
    throw new Failure(`${path} holds no advisory: expected files ending in .json.`, 'usage');
  return { advisories, findings };
}

function meantBy(
  { package: named }: Affected,
  id: string,
  { application }: Sbom,
  byName: ReadonlyMap<string, readonly InstalledPackage[]>,
): readonly InstalledPackage[] {
  if (named === undefined) return OWN_ID.test(id) ? [application] : [];
  return named.ecosystem === NPM ? (byName.get(named.name) ?? []) : [];
}

/** The range that has the version, and where it ends; null: none has it (OSV schema, "Evaluation"). */
function affectedRange(
  { ranges = [], versions = [] }: Affected,
  version: string,
  file: string,
): Pick<AffectedPackage, 'range' | 'fixed'> | null {
  for (const { type, events } of ranges) {
    if (type !== 'SEMVER' && type !== 'ECOSYSTEM') continue;
    const points = events.map((event) => pointOf(event, file));
    points.sort((one, other) => compare(one.at, other.at));
    let isAffected = false;
    for (const { kind, at } of points) {
      const place = compare(version, at);
      if (kind === 'introduced' && place >= 0) isAffected = true;
      if ((kind === 'fixed' || kind === 'limit') && place >= 0) isAffected = false;
      if (kind === 'last_affected' && place > 0) isAffected = false;
    }
    const fixed = points.find(({ kind, at }) => kind === 'fixed' && compare(at, version) > 0)?.at ?? null;
    if (isAffected) return { range: points.map(inWords).join(' ').replaceAll(' >=', ' || >='), fixed };
  }
  return versions.includes(version) ? { range: versions.join(', '), fixed: null } : null;
}

interface Point {
  readonly kind: keyof RangeEvent;
  /** `0`: before all versions. */
  readonly at: string;
}

function pointOf(event: RangeEvent, file: string): Point {
  const [kind, at] = Object.entries(event)[0] as [keyof RangeEvent, string];
  if (at !== '0' && semver.valid(at, true) === null)
    throw new Failure(`${file}: ${kind} is no version of npm: ${at}`, 'usage');
  return { kind, at };
}

function compare(one: string, other: string): number {
  if (one === '0' || other === '0') return Number(other === '0') - Number(one === '0');
  return semver.compare(one, other, true);
}

function inWords({ kind, at }: Point): string {
  if (kind === 'introduced') return `>=${at}`;
  return kind === 'last_affected' ? `<=${at}` : `<${at}`;
}

function advisoryIn(file: string, text: string): Advisory {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (cause) {
    throw new Failure(`${file} is not JSON: ${(cause as Error).message}`, 'usage');
  }
  if (!isAdvisory(found)) throw new Failure(`${file} is no advisory in OSV format.`, 'usage');
  return found;
}

function isAdvisory(found: unknown): found is Advisory {
  if (!isObject(found) || typeof found.id !== 'string' || typeof found.modified !== 'string') return false;
  return isListOf(found.affected, isAffected) && isListOf(found.aliases, isText);
}

function isAffected(one: unknown): boolean {
  if (!isObject(one) || !isListOf(one.versions, isText)) return false;
  const { package: named } = one;
  if (named !== undefined && !(isObject(named) && isText(named.ecosystem) && isText(named.name)))
    return false;
  return isListOf(
    one.ranges,
    (range) => isObject(range) && isText(range.type) && isListOf(range.events, isEvent),
  );
}

function isEvent(one: unknown): boolean {
  return isObject(one) && Object.keys(one).length === 1 && Object.values(one).every(isText);
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.every(isOne));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each advisory's name and text. @throws Failure for a path that can't be read */
async function* textsIn(path: string): AsyncGenerator<readonly [string, string]> {
  try {
    if (statSync(path).isDirectory()) {
      const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
      for (const name of names.filter(isJson)) yield [name, readFileSync(join(path, name), 'utf8')];
    } else if (path.endsWith('.zip')) yield* textsInZip(path);
    else yield [path, readFileSync(path, 'utf8')];
  } catch (cause) {
    throw cause instanceof Failure
      ? cause
      : new Failure(`${path} can’t be read: ${(cause as Error).message}`, 'usage');
  }
}

async function* textsInZip(path: string): AsyncGenerator<readonly [string, string]> {
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry())
    if (isJson(entry.fileName))
      yield [entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8')];
}

function isJson(name: string): boolean {
  return name.endsWith('.json');
}

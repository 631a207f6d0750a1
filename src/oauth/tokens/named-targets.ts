import type { ResourceSet } from '../resources/known-resources.js';
import { numbersIn, THIS_SERVER } from './target.js';

/** One thing that tokens are for, as people read it. */
export interface NamedTarget {
  /** null: a resource that was deleted since. */
  readonly identifier: string | null;
  /** null: this server, or deleted. */
  readonly name: string | null;
}

/**
 * Names what a grant or a token is for.
 * @param kept its numbers, as rows have them; null: only this server
 * @returns empty: only this server
 */
export function namedTargets(kept: string | null, known: ResourceSet, publicUrl: string): NamedTarget[] {
  if (kept === null) return [];
  return numbersIn(kept).map((number) => {
    if (number === THIS_SERVER) return { identifier: publicUrl, name: null };
    const { identifier = null, name = null } = known.find(number) ?? {};
    return { identifier, name };
  });
}

/** The names of the resources that a grant is for, and that there are. */
export function namesIn(kept: string | null, known: ResourceSet): string[] {
  if (kept === null) return [];
  return numbersIn(kept).flatMap((number) => known.find(number)?.name ?? []);
}

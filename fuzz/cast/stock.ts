import type { Random } from '../random.js';

const KEPT = 40;

/** Related values, such as the ids of a session and of its account. */
export type Kit = Readonly<Record<string, string>>;

/** Values from earlier answers: ids, tokens, links; stored by kind, with the oldest evicted first. */
export class Stock {
  private readonly kits = new Map<string, Kit[]>();

  /** @param kind a name, such as `refreshToken`, or the `kindOf` several names */
  add(kind: string, kit: Kit): void {
    const kits = this.kits.get(kind);
    if (!kits) this.kits.set(kind, [kit]);
    else if (kits.push(kit) > KEPT) kits.shift();
  }

  /** The newest in half of the cases: it probably still exists. */
  pick(kind: string, random: Random): Kit | undefined {
    const kits = this.kits.get(kind);
    if (!kits || kits.length === 0) return undefined;
    return random.chance(50) ? kits[kits.length - 1] : random.pick(kits);
  }

  /** A single-use one, which is removed. */
  take(kind: string, random: Random): Kit | undefined {
    const kit = this.pick(kind, random);
    if (kit) this.remove(kind, kit);
    return kit;
  }

  /** The newest with this value. */
  find(kind: string, name: string, value: string): Kit | undefined {
    return this.kits.get(kind)?.findLast((kit) => kit[name] === value);
  }

  private remove(kind: string, kit: Kit): void {
    const kits = this.kits.get(kind) ?? [];
    const at = kits.indexOf(kit);
    if (at !== -1) kits.splice(at, 1);
  }

  count(kind: string): number {
    return this.kits.get(kind)?.length ?? 0;
  }
}

/** The kind of kits with these names. */
export function kindOf(names: readonly string[]): string {
  return [...names].sort().join('+');
}

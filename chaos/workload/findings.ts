/** What must never happen, whatever fails. */
export const KINDS = {
  lost: 'acknowledged, and not there',
  doubled: 'there twice, or though it was refused',
  false401: 'refused with 401 though it was right',
  revived: 'ended, and alive again',
  ended: 'a grant that nobody ended is over',
  error500: 'answered with 500',
  refused: 'refused otherwise, though nothing was wrong with it',
} as const;
export type Kind = keyof typeof KINDS;

/** How many of each kind are told in words. */
const TOLD = 5;

export class Findings {
  private readonly texts = new Map<Kind, string[]>();

  add(kind: Kind, text: string): void {
    this.texts.set(kind, [...(this.texts.get(kind) ?? []), text]);
  }

  count(kind: Kind): number {
    return this.texts.get(kind)?.length ?? 0;
  }

  get isEmpty(): boolean {
    return this.texts.size === 0;
  }

  lines(): string[] {
    return [...this.texts].flatMap(([kind, all]) => [
      `${KINDS[kind]}: ${all.length}`,
      ...all.slice(0, TOLD).map((text) => `  ${text}`),
    ]);
  }
}

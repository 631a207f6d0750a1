import type { Answer } from '../wire/answer.js';

/** The cookies of one browser. */
export class Jar {
  private readonly cookies = new Map<string, string>();

  absorb(answer: Answer): void {
    for (const line of answer.headers.get('set-cookie') ?? []) {
      const [pair, ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const isOver = attributes.some((attribute) =>
        /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute),
      );
      if (isOver) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** The Cookie header; null without cookies. */
  get header(): string | null {
    if (this.cookies.size === 0) return null;
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get values(): string[] {
    return [...this.cookies.values()];
  }

  clear(): void {
    this.cookies.clear();
  }
}

import { readFileSync } from 'node:fs';
import { besideCode } from '../paths.js';

/** A token of colour with its value in each theme, as `#rrggbb`. */
interface ColourToken {
  readonly name: string;
  readonly light: string;
  readonly dark: string;
}

/** The colours of tokens.css that are opaque, in their order; a name for another token has that one's values. */
export function colourTokens(): ColourToken[] {
  const text = readFileSync(besideCode('platform/pages/assets/tokens.css'), 'utf8');
  const [light, dark] = [...text.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => declarationsOf(block));
  const inDark = new Map([...light, ...dark]);
  return [...light.keys()].flatMap((name) => {
    const [day, night] = [valueOf(name, light), valueOf(name, inDark)];
    return day === null || night === null ? [] : [{ name, light: day, dark: night }];
  });
}

function declarationsOf(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

/** @returns null: not an opaque colour */
function valueOf(name: string, values: ReadonlyMap<string, string>): string | null {
  const value = values.get(name) ?? '';
  const other = /^var\(--([\w-]+)\)$/.exec(value);
  if (other) return valueOf(other[1], values);
  if (/^#[\da-f]{3}$/.test(value)) return value.replaceAll(/[\da-f]/g, '$&$&');
  return /^#[\da-f]{6}$/.test(value) ? value : null;
}

import { hash } from 'node:crypto';
import { contrast, mixed } from './contrast.js';
import { colourTokens } from './tokens.js';

export type Theme = 'light' | 'dark';

/** The accent of a branding in each theme, as `#rrggbb`. */
export type Accent = Readonly<Record<Theme, string>>;

const HEX = /^#[\da-f]{6}$/;
/** WCAG 2.2 AA for text, which is more than a button's edge needs: an accent is also what links and icons are drawn in. */
export const LEAST_CONTRAST = 4.5;
const STEP = 0.02;
const GROUND_TOKENS = ['page', 'surface', 'sunken'];
/** The colours to mix an accent with, so that it stands out more. */
const AWAY: Accent = { light: '#000000', dark: '#ffffff' };
const STRONGER = 0.2;
const TINT = 0.14;
const PREFIX = '/assets/brand';

/** What an accent is drawn on in this theme. */
export function groundsOf(theme: Theme): string[] {
  return GROUND_TOKENS.map((name) => token(name, theme));
}

/** The accent of Hearth itself, and of the console. */
export function ownAccent(theme: Theme): string {
  return token('accent', theme);
}

export function isColour(text: string): boolean {
  return HEX.test(text);
}

/** @returns why the colour can't be the accent of this theme, with its contrast and one that can; null: it can */
export function problemWithAccent(theme: Theme, colour: string): string | null {
  if (!isColour(colour)) return 'must be a colour such as #1b5799: # and six digits 0-9 a-f';
  const { ratio, ground } = leastContrast(theme, colour);
  if (ratio >= LEAST_CONTRAST) return null;
  const [how, on] = theme === 'light' ? ['darker', 'light'] : ['lighter', 'dark'];
  const shown = Math.floor(ratio * 100) / 100;
  return `has a contrast of ${shown}:1 with the ground ${ground} of ${on} pages, and text needs 4.5:1 (WCAG 2.2 AA): choose a ${how} colour, such as ${sufficient(theme, colour)}`;
}

/** The accent of both themes; the one that is missing is derived from the other. */
export function accentOf(light: string | null, dark: string | null): Accent | null {
  const given = light ?? dark;
  if (given === null) return null;
  return { light: light ?? sufficient('light', given), dark: dark ?? sufficient('dark', given) };
}

/** The address of the style sheet with this accent. It names the colours, so no node has to know them. */
export function accentAddress({ light, dark }: Accent): string {
  const version = hash('sha256', accentStyles({ light, dark }), 'hex').slice(0, 8);
  return `${PREFIX}/${light.slice(1)}-${dark.slice(1)}.css?v=${version}`;
}

/** Returns the accent of an address, which may leave one colour out, as a preview does; null: no valid accent. */
export function accentIn(name: string): Accent | null {
  const [light, dark] = (/^([\da-f]{6})?-([\da-f]{6})?\.css$/.exec(name) ?? []).slice(1);
  const accent = accentOf(light ? `#${light}` : null, dark ? `#${dark}` : null);
  if (accent === null) return null;
  const isFit = (['light', 'dark'] as const).every(
    (theme) => problemWithAccent(theme, accent[theme]) === null,
  );
  return isFit ? accent : null;
}

/** A style sheet that replaces the tokens of the accent, in both themes. It holds nothing but these colours. */
export function accentStyles({ light, dark }: Accent): string {
  const day = declarations('light', light);
  const night = declarations('dark', dark);
  return `:root{${day}}\n@media (prefers-color-scheme: dark){:root{${night}}}\n`;
}

function declarations(theme: Theme, accent: string): string {
  const tokens = {
    accent,
    'accent-strong': mixed(accent, AWAY[theme], STRONGER),
    'accent-text': accent,
    'accent-tint': tintOf(theme, accent),
    'on-accent': token('surface', theme),
  };
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** A ground of the accent's hue on which text in the accent can still be read. */
function tintOf(theme: Theme, accent: string): string {
  const surface = token('surface', theme);
  for (let share = TINT; share > 0; share -= STEP) {
    const tint = mixed(surface, accent, share);
    if (contrast(accent, tint) >= LEAST_CONTRAST) return tint;
  }
  return surface;
}

/** The colour, or the nearest to it that can be read. */
function sufficient(theme: Theme, colour: string): string {
  for (let share = 0; share < 1; share += STEP) {
    const next = mixed(colour, AWAY[theme], share);
    if (leastContrast(theme, next).ratio >= LEAST_CONTRAST) return next;
  }
  return AWAY[theme];
}

function leastContrast(theme: Theme, colour: string): { readonly ratio: number; readonly ground: string } {
  const all = groundsOf(theme).map((ground) => ({ ratio: contrast(colour, ground), ground }));
  return all.reduce((least, each) => (each.ratio < least.ratio ? each : least));
}

const COLOURS = new Map(colourTokens().map((each) => [each.name, each]));

function token(name: string, theme: Theme): string {
  const found = COLOURS.get(name);
  if (!found) throw new Error(`there is no token ${name}`);
  return found[theme];
}

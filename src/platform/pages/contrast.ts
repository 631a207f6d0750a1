type Rgb = readonly [number, number, number];

/** WCAG 2.2: contrast of two colours as `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map((colour) => luminance(rgbOf(colour))).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes two colours. @param share of the second, 0 to 1 */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [rgbOf(one), rgbOf(other)];
  const parts = from.map((part, i) => Math.round(part + (to[i] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(colour: string): Rgb {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return [red, green, blue];
}

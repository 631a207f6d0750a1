type Colour = readonly [number, number, number];

/** WCAG 2.2, relative luminance. */
function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two opaque CSS colours as computed by a browser, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [a, b].map((text) => luminance(parse(text))).sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function parse(text: string): Colour {
  const parts = text.match(/[\d.]+/g)?.map(Number) ?? [];
  if (parts.length < 3 || (parts[3] ?? 1) < 1) throw new Error(`no opaque colour: ${text}`);
  return [parts[0], parts[1], parts[2]];
}

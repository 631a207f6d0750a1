import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { accentAddress } from './accent.js';
import './ascii-hosts.js';
import { asset, LATIN_FONT } from './assets.js';
import { HEARTH_LOOK, imageAddress, type Look } from './look.js';
import type { Language } from './texts/texts.js';

interface DocumentProps {
  readonly language?: Language;
  readonly title: string;
  /** Style sheets after those that every page has. */
  readonly styles: readonly string[];
  /** By default Hearth's own, as for the console. */
  readonly look?: Look;
  /** The content of the body. */
  readonly children: ComponentChildren;
}

function Document({ language = 'en', title, styles, look = HEARTH_LOOK, children }: DocumentProps) {
  const { icon, accent, name, serverName } = look;
  const whose = name === serverName ? name : `${name} · ${serverName}`;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${whose}`}</title>
        {icon === null ? (
          <link rel="icon" href={asset('hearth.svg')} type="image/svg+xml" />
        ) : (
          <link rel="icon" href={imageAddress(icon)} type="image/png" />
        )}
        <link rel="preload" href={LATIN_FONT} as="font" type="font/woff2" crossorigin="anonymous" />
        {['inter.css', 'tokens.css', 'base.css', ...styles].map((name) => (
          <link key={name} rel="stylesheet" href={asset(name)} />
        ))}
        {accent && <link rel="stylesheet" href={accentAddress(accent)} />}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A complete HTML document. Components escape text; no markup is concatenated from strings. */
export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${render(<Document {...props} />)}`;
}

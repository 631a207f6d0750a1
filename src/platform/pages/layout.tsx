import type { ComponentChildren } from 'preact';
import { asset } from './assets.js';
import type { Language } from './texts/texts.js';
import { render } from 'preact-render-to-string';

interface LayoutProps {
  readonly language?: Language;
  readonly title: string;
  /** Small text at the bottom: a version, a request id. */
  readonly foot: string;
  /** Navigation beside the brand. */
  readonly nav?: ComponentChildren;
  /** For lists and tables: uses the full width of a desktop. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** The layout of every page: works without script, light and dark, from 320 px up. */
function Layout({ language = 'en', title, foot, nav, isWide = false, children }: LayoutProps) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Hearth`}</title>
        <link rel="icon" href={asset('hearth.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={asset('pico.min.css')} />
        <link rel="stylesheet" href={asset('hearth.css')} />
      </head>
      <body class={isWide ? 'wide' : undefined}>
        <header class="container bar">
          <a class="brand" href="/">
            <svg viewBox="0 0 32 32" aria-hidden="true">
              <path d="M16 2 3 12v16a2 2 0 0 0 2 2h22a2 2 0 0 0 2-2V12Zm.4 9.2c3.4 2.7 5.6 5.4 5.6 8.8a6 6 0 0 1-12 0c0-2 .9-3.6 2.2-5 .3 1.300 1 2.200 2 2.600-.2-2.400.4-4.600 2.200-6.400Z" />
            </svg>
            Hearth
          </a>
          {nav}
        </header>
        <main class="container page">{children}</main>
        <footer class="container foot">{foot}</footer>
      </body>
    </html>
  );
}

/** A complete HTML document. Components escape text; no markup is concatenated from strings. */
export function renderPage(props: LayoutProps): string {
  return `<!doctype html>${render(<Layout {...props} />)}`;
}

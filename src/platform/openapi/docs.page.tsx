import { render } from 'preact-render-to-string';
import { asset } from '../pages/assets.js';

/** Swagger UI, served locally and without inline script, so that the content security policy stays strict. */
export function docsPage(): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API documentation · Hearth</title>
        <link rel="icon" href={asset('hearth.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
        <link rel="stylesheet" href={asset('docs.css')} />
      </head>
      <body>
        <header class="docs-bar">
          <a href="/">Hearth</a>
          <a href="/openapi.json">openapi.json</a>
        </header>
        <main id="swagger-ui">
          <noscript>This page needs JavaScript. The same content is in openapi.json.</noscript>
        </main>
        <script src="/docs/assets/swagger-ui-bundle.js" />
        <script src={asset('docs.js')} />
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

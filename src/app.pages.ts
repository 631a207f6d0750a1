import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { AppConfig } from './config/app-config.js';
import { ASSET_FOLDERS } from './pages/assets.js';

const require = createRequire(import.meta.url);
const ASSETS_CACHED_MS = 3_600_000;

/** What the Express side needs: security headers, and the static files of the pages. */
export function setUpPages(app: NestExpressApplication, config: AppConfig): void {
  const isHttps = config.publicUrl.startsWith('https:');
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: isHttps,
    }),
  );
  app.useBodyParser('urlencoded', { extended: false, limit: '64kb', parameterLimit: 100 });
  const serve = (folder: string, prefix: string) =>
    app.useStaticAssets(folder, { prefix, maxAge: ASSETS_CACHED_MS, index: false, redirect: false });
  for (const folder of ASSET_FOLDERS) serve(folder, '/assets');
  serve(dirname(require.resolve('swagger-ui-dist/package.json')), '/docs/assets');
}

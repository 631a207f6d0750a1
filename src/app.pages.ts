import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { AppConfig } from './platform/config/app-config.js';
import { ASSET_FOLDERS } from './platform/pages/assets.js';

const require = createRequire(import.meta.url);
/** Read in small chunks: a caller who does not read the answer holds one or two of them in memory. */
const ASSETS = { maxAge: 3_600_000, index: false, redirect: false, highWaterMark: 16 * 1024 } as const;

/** Set-up of the Express side: security headers and the static files of the pages. */
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
      // Nothing is sent to other sites. With `no-referrer` a page's form would have no Origin, which older browsers
      // need (D174).
      referrerPolicy: { policy: 'same-origin' },
      strictTransportSecurity: isHttps,
    }),
  );
  const serve = (folder: string, prefix: string) => app.useStaticAssets(folder, { ...ASSETS, prefix });
  for (const folder of ASSET_FOLDERS) serve(folder, '/assets');
  serve(dirname(require.resolve('swagger-ui-dist/package.json')), '/docs/assets');
}

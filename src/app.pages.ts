import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Brandings } from './identity/branding/brandings.js';
import { OfferedProviders } from './oauth/providers/offered-providers.js';
import type { AppConfig } from './platform/config/app-config.js';
import { CallRegistry } from './platform/http/call-registry.js';
import { exchangeOf } from './platform/operations/exchange.js';
import { ASSET_FOLDERS } from './platform/pages/assets.js';

/** Reads small chunks: a caller that does not read the response holds one or two of them in memory. */
const ASSETS = { maxAge: 3_600_000, index: false, redirect: false, highWaterMark: 16 * 1024 } as const;
const FOR_EVER = { maxAge: 31_536_000_000, immutable: true } as const;

/** Sets up the Express side: security headers, fresh brandings and providers for pages, and static files. */
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
          fontSrc: ["'self'"],
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
  const { pages } = app.get(CallRegistry);
  app.use((request: IncomingMessage, response: ServerResponse, next: (cause?: unknown) => void) => {
    const { target, fault } = exchangeOf(request);
    if (pages.keepsOpener(target)) response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
    next(fault ?? undefined);
  });
  const [brandings, providers] = [app.get(Brandings), app.get(OfferedProviders)];
  app.use((request: IncomingMessage, _response: ServerResponse, next: () => void) => {
    const isPage = request.headers.accept?.includes('text/html') ?? false;
    const refreshed = isPage ? [brandings.refresh(), providers.refresh()] : [];
    const waiting = refreshed.filter((each) => each !== null);
    if (waiting.length === 0) next();
    else void Promise.all(waiting).then(() => next());
  });
  for (const { folder, prefix, isForEver } of ASSET_FOLDERS)
    app.useStaticAssets(folder, { ...ASSETS, ...(isForEver && FOR_EVER), prefix });
}

import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { setUpPages } from './app.pages.js';
import { AppModule } from './app.module.js';
import type { Surroundings } from './base.module.js';
import { AuditPartitions } from './platform/audit/audit-partitions.js';
import type { BootstrapDocument } from './provisioning/bootstrap/bootstrap-document.js';
import { Bootstrap } from './provisioning/bootstrap/bootstrap.service.js';
import { AppConfig } from './platform/config/app-config.js';
import { SettingsError } from './platform/config/settings-error.js';
import { Changes } from './platform/database/changes.js';
import { CallRegistry } from './platform/http/call-registry.js';
import { Dispatcher } from './platform/http/dispatcher.js';
import { RequestLog } from './platform/http/request-log.js';
import { ServerFront } from './platform/http/server-front.js';
import { ApiDocument, builtDocument } from './platform/openapi/api-document.js';
import { buildDocument } from './platform/openapi/openapi.js';
import { Connections } from './platform/intake/connections.js';
import { Standstill } from './platform/operations/standstill.js';
import { openPasswordLists } from './identity/passwords/password-policy.js';
import { Readiness } from './operate/readiness.js';
import { VERSION } from './platform/version.js';
import { PasswordHasher } from './platform/security/password-hasher.js';
import { SECOND } from './platform/security/clock.js';
import { NestLog } from './platform/telemetry/log.js';
import type { StopTraces } from './platform/telemetry/trace-export.js';

const STOP_LIMIT_MS = 10_000;

export interface RunningServer {
  readonly app: NestExpressApplication;
  /** The port that the server listens on. */
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Builds the application, brings the database up to date and listens; shared by main.ts and the tests.
 * @param furnish fills the database before the first request is answered
 */
export async function startServer(
  surroundings: Surroundings,
  furnish: (bootstrap: Bootstrap) => Promise<void> = () => Promise.resolve(),
): Promise<RunningServer> {
  const { config, log } = surroundings;
  // An invalid file fails here, before the server creates a database.
  const closePasswordLists = await openPasswordLists(config);
  const document = config.bootstrapFile && (await readBootstrap(config.bootstrapFile));
  const front = new ServerFront(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(surroundings), front, {
    logger: new NestLog(log.pino),
    httpsOptions: config.tls ?? undefined,
    abortOnError: false,
    bodyParser: false,
  });
  const stopTraces = await startTraces(surroundings);
  const stop = async (): Promise<void> => {
    await close(app, front);
    await closePasswordLists();
    await stopTraces?.();
  };
  try {
    await prepare(app, front, config);
    if (document) await app.get(Bootstrap).apply(document);
    await furnish(app.get(Bootstrap));
    await listen(app, config);
    app.get(Standstill).watch();
  } catch (cause) {
    await stop();
    throw cause;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, port, close: stop };
}

/** Loads its packages only where there is a collector. */
async function startTraces({ config, log, spanExporter }: Surroundings): Promise<StopTraces | null> {
  if (config.traceEndpoint === null && !spanExporter) return null;
  const { exportTraces } = await import('./platform/telemetry/trace-export.js');
  return exportTraces(config, log, spanExporter);
}

async function prepare(app: NestExpressApplication, front: ServerFront, config: AppConfig): Promise<void> {
  app.disable('x-powered-by');
  setUpPages(app, config);
  await app.init();
  await app.get(AuditPartitions).makeAhead();
  const registry = app.get(CallRegistry);
  registry.compile();
  const { publicUrl } = config;
  app.get(ApiDocument).connect(() => builtDocument(publicUrl) ?? buildDocument(app, publicUrl, VERSION));
  const { pages } = registry;
  const [dispatcher, requestLog, connections] = [
    app.get(Dispatcher),
    app.get(RequestLog),
    app.get(Connections),
  ];
  front.connect({ dispatcher, requestLog, connections, pages });
  await app.get(Bootstrap).applyShippedRulesets();
}

async function readBootstrap(path: string): Promise<BootstrapDocument> {
  const { readBootstrapFile } = await import('./provisioning/bootstrap/read-bootstrap.js'); // slow to load
  return readBootstrapFile(path);
}

async function listen(app: NestExpressApplication, { port, host }: AppConfig): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new SettingsError(
        `PORT ${port} on ${host} is in use: stop what listens there, or set another PORT.`,
      );
    if (code === 'EACCES')
      throw new SettingsError(`PORT ${port} may not be opened by this user: set one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingsError(
        `HOST ${host} is not an address of this machine: set one of its own, or 0.0.0.0 for all.`,
      );
    throw cause;
  }
}

/**
 * Makes readiness fail first (for SHUTDOWN_DELAY, so that a balancer sees it), finishes requests, then closes database and
 * workers.
 */
async function close(app: NestExpressApplication, front: ServerFront): Promise<void> {
  app.get(Readiness).stop();
  front.stop();
  await setTimeout(app.get(AppConfig).stopDelaySeconds * SECOND);
  const server = app.getHttpServer();
  server.keepAliveTimeout = 1; // connections are no longer kept alive after an answer
  const limit = globalThis.setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
  const [changes, hasher] = [app.get(Changes), app.get(PasswordHasher)];
  await app.close();
  clearTimeout(limit);
  await Promise.all([changes.close(), hasher.close()]);
}

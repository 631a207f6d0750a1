import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { loadConfig } from './platform/config/load-config.js';
import { buildDocument } from './platform/openapi/openapi.js';
import { Clock } from './platform/security/clock.js';
import { randomSecret } from './platform/security/secrets.js';
import { AppLog, createLog } from './platform/telemetry/log.js';
import { VERSION } from './platform/version.js';

/**
 * The OpenAPI document from the declarations alone: in preview mode Nest creates no instances, and no database is
 * opened. The keys are for nothing: without them a build would make those of a server in its data folder.
 */
export async function declaredDocument(): Promise<OpenAPIObject> {
  const keys = { MASTER_KEY: randomSecret(), SESSION_SECRET: randomSecret() };
  const config = loadConfig({ NODE_ENV: 'test', ...keys });
  const surroundings = { config, log: new AppLog(createLog('error')), clock: new Clock() };
  const app = await NestFactory.create(AppModule.with(surroundings), { preview: true, logger: false });
  return buildDocument(app, 'https://hearth.example', VERSION);
}

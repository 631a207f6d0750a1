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
 * Builds the OpenAPI document from only the declarations: in preview mode Nest creates no instances and opens no database.
 * The keys are unused, but without them a build would write keys to its data folder.
 */
export async function declaredDocument(): Promise<OpenAPIObject> {
  const keys = { MASTER_KEY: randomSecret(), SESSION_SECRET: randomSecret() };
  const config = loadConfig({ NODE_ENV: 'test', ...keys });
  const surroundings = { config, log: new AppLog(createLog('error')), clock: new Clock() };
  const app = await NestFactory.create(AppModule.with(surroundings), { preview: true, logger: false });
  return buildDocument(app, 'https://hearth.example', VERSION);
}

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { loadConfig } from './platform/config/load-config.js';
import { buildDocument } from './platform/openapi/openapi.js';
import { Clock } from './platform/security/clock.js';
import { AppLog, createLog } from './platform/telemetry/log.js';
import { VERSION } from './platform/version.js';

/**
 * The OpenAPI document from the declarations alone: in preview mode Nest creates no instances, and no database is
 * opened.
 */
export async function declaredDocument(): Promise<OpenAPIObject> {
  const config = loadConfig({ NODE_ENV: 'test' });
  const surroundings = { config, log: new AppLog(createLog('error')), clock: new Clock() };
  const app = await NestFactory.create(AppModule.with(surroundings), { preview: true, logger: false });
  return buildDocument(app, 'https://hearth.example', VERSION);
}

import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppConfig } from '../platform/config/app-config.js';
import { ApiTags } from '@nestjs/swagger';
import { TEXT } from '../platform/operations/answers.js';
import { OpenPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { digestOf, isSameDigest } from '../platform/security/secrets.js';
import { Metrics } from '../platform/telemetry/metrics.js';

const PLAIN = { 'text/plain': TEXT };
const FOR_ITS_BEARER = 'Send METRICS_TOKEN as a Bearer token.\n';
const FOR_THIS_MACHINE =
  'Without METRICS_TOKEN, metrics are only available on this machine. Set it on the server, and send it as a Bearer token.\n';

@ApiTags('Operation')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @OpenPage(
    'metrics',
    'Prometheus metrics: with METRICS_TOKEN as a Bearer token; if none is set, only from this machine',
    {
      because: 'It checks METRICS_TOKEN itself, or that the caller is on this machine.',
      answers: { 200: PLAIN, 401: PLAIN, 403: PLAIN },
    },
  )
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { metricsToken } = this.config;
    if (metricsToken === null && !exchangeOf(request).origin.isLoopback) {
      response.status(403).type('text').send(FOR_THIS_MACHINE);
      return;
    }
    if (metricsToken !== null && !isBearer(metricsToken, request.headers.authorization)) {
      response.status(401).set('WWW-Authenticate', 'Bearer').type('text').send(FOR_ITS_BEARER);
      return;
    }
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }
}

function isBearer(token: string, authorization = ''): boolean {
  return isSameDigest(digestOf(authorization), digestOf(`Bearer ${token}`));
}

import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppConfig } from '../config/app-config.js';
import { ApiTags } from '@nestjs/swagger';
import { OpenPage } from '../contract/declare.js';
import { digestOf, isSameDigest } from '../security/secrets.js';
import { Metrics } from '../telemetry/metrics.js';

@ApiTags('Operation')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @OpenPage('metrics', 'Prometheus metrics; with METRICS_TOKEN set, for its Bearer only')
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.isAllowed(request.headers.authorization)) {
      response
        .status(401)
        .set('WWW-Authenticate', 'Bearer')
        .type('text')
        .send('Send METRICS_TOKEN as a Bearer token.\n');
      return;
    }
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }

  private isAllowed(authorization = ''): boolean {
    const { metricsToken } = this.config;
    return metricsToken === null || isSameDigest(digestOf(authorization), digestOf(`Bearer ${metricsToken}`));
  }
}

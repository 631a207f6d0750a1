import { Get } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { AppConfig } from '../platform/config/app-config.js';
import { TEXT } from '../platform/operations/answers.js';
import { OpenPage } from '../platform/operations/declare.js';
import { Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { digestOf, isSameDigest } from '../platform/security/secrets.js';
import { Metrics } from '../platform/telemetry/metrics.js';

const PLAIN = { 'text/plain': TEXT };
const TEXT_TYPE = 'text/plain; charset=utf-8';
const FOR_ITS_BEARER = 'Send METRICS_TOKEN as a Bearer token.\n';
const FOR_THIS_MACHINE =
  'Without METRICS_TOKEN, metrics are only available on this machine. Set it on the server, and send it as a Bearer token.\n';

@OpenPages('metrics', 'Operation')
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
  async read(@CurrentVisit() visit: Visit): Promise<Shown> {
    const { metricsToken } = this.config;
    if (metricsToken === null && !visit.origin.isLoopback)
      return new Shown(TEXT_TYPE, FOR_THIS_MACHINE, { status: 403 });
    if (metricsToken !== null && !isBearer(metricsToken, visit.headers.authorization))
      return new Shown(TEXT_TYPE, FOR_ITS_BEARER, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
    const { registry } = this.metrics;
    return new Shown(registry.contentType, await registry.metrics());
  }
}

function isBearer(token: string, authorization = ''): boolean {
  return isSameDigest(digestOf(authorization), digestOf(`Bearer ${token}`));
}

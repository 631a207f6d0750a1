import { readTraceHeaders, readTraceRatio } from './parsed-settings.js';
import { choice, parsed, text, url, type Settings } from './setting.js';

/** What the server tells of itself, and to whom: log, metrics, traces. */
export const TELEMETRY_SETTINGS = {
  logLevel: choice({
    name: 'LOG_LEVEL',
    about: 'fatal, error, warn, info, debug, trace or silent.',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    initial: 'info',
  }),
  metricsToken: text({
    name: 'METRICS_TOKEN',
    about:
      'Bearer token for /metrics, at least 16 characters. Not set: /metrics answers requests from this machine only.',
    shortest: 16,
    secret: 'whole',
  }),
  traceEndpoint: url({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about:
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, without /v1/traces. Not set: nothing is traced.',
    example: 'http://127.0.0.1:4318',
    schemes: ['http', 'https'],
  }),
  traceHeaders: parsed({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'Headers for the collector, as name=value, separated by commas; values percent-encoded.',
    secret: 'whole',
    read: readTraceHeaders,
    unset: null,
  }),
  traceRatio: parsed({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    about:
      'The share of requests to trace, from 0 to 1. Of a request that names a trace its caller has decided.',
    initial: '1',
    read: readTraceRatio,
    unset: 1,
  }),
} satisfies Settings;

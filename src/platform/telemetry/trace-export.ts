import { context, propagation } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { setTimeout as pause } from 'node:timers/promises';
import type { AppConfig } from '../config/app-config.js';
import { traceWith } from '../tracing.js';
import { VERSION } from '../version.js';
import type { AppLog } from './log.js';

const STOP_LIMIT_MS = 2000;

/** Stops tracing, and sends what is left. */
export type StopTraces = () => Promise<void>;

/**
 * Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. OpenTelemetry's packages are only loaded here.
 * @param instead replaces the collector in tests
 */
export async function exportTraces(
  config: AppConfig,
  log: AppLog,
  instead: SpanExporter | null = null,
): Promise<StopTraces> {
  const [{ AsyncLocalStorageContextManager }, core, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  core.setGlobalErrorHandler((cause) => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    log.pino.warn({ reason }, 'spans could not be sent; they are lost');
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'hearth', 'service.version': VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(config.traceRatio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: instead ?? (await toCollector(config)) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  traceWith(provider.getTracer('hearth', VERSION));
  return async () => {
    traceWith(null);
    await Promise.race([provider.shutdown(), pause(STOP_LIMIT_MS, undefined, { ref: false })]);
    context.disable();
    propagation.disable();
  };
}

async function toCollector({ traceEndpoint, traceHeaders }: AppConfig): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  return new OTLPTraceExporter({
    url: `${traceEndpoint?.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...traceHeaders },
  });
}

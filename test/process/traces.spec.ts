import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Workplace } from '../support/server-process.js';

/** Lists at the end which packages of OpenTelemetry were loaded; its small API is part of the bundle. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  process.on('exit', () => {
    const files = Object.keys(createRequire(process.cwd() + '/').cache).join('\\n');
    const names = [...files.matchAll(/@opentelemetry.([\\w-]+)/g)].map(([, name]) => name);
    console.log('loaded ' + JSON.stringify([...new Set(names)].sort()));
  });
`)}`;

describe('the packages of OpenTelemetry (D224)', () => {
  const place = new Workplace();
  afterAll(() => place.close());

  const loadedBy = async (env: Record<string, string>): Promise<string[]> => {
    const server = await place.start({ NODE_OPTIONS: `--import=${TELLING}`, ...env });
    expect(await server.stop()).toBe(0);
    return JSON.parse(/^loaded (.+)$/m.exec(server.output)?.[1] ?? 'null') as string[];
  };

  it('are loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set', async () => {
    expect(await loadedBy({})).toEqual([]);
    const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(loaded).toEqual(expect.arrayContaining(['exporter-trace-otlp-http', 'sdk-trace']));
  });

  it("send spans to the operator's collector, without fetch (D308)", async () => {
    const paths: string[] = [];
    const collector = createServer((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const server = await place.start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    await fetch(`${server.url}/api/acc/ping`);
    expect(await server.stop()).toBe(0); // sends the rest
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
    expect(new Set(paths)).toEqual(new Set(['POST /v1/traces']));
  });
});

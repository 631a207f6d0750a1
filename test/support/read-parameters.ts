import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { AppConfig } from '../../src/platform/config/app-config.js';
import { Exchange } from '../../src/platform/operations/exchange.js';
import { ParameterReader, type ReadParameters } from '../../src/platform/http/parameter-reader.js';
import type { RequestAccess } from '../../src/platform/http/request-access.js';
import { BodyMemory } from '../../src/platform/intake/body-memory.js';
import { Clock } from '../../src/platform/security/clock.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
export const MULTIPART = 'multipart/form-data; boundary=B';

/** The input of a request. */
export interface Sent {
  readonly query?: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

const CONFIG = { bodyMemoryBytes: 1024 ** 3, requestTimeoutSeconds: 15 } as AppConfig;
/** These calls take no file, so the caller's credentials are not needed. */
const NOBODY = {} as RequestAccess;
const memory = new BodyMemory(CONFIG, new Clock(), new Metrics());
const reader = new ParameterReader(memory, NOBODY, CONFIG);
const ORIGIN = { address: '192.0.2.1', isEncrypted: true, isLoopback: false, host: null };

/** Reads the parameters of a call without a file, and checks that their memory is released. */
export async function parametersOf(request: Readable, query: string): Promise<ReadParameters> {
  const { method, headers } = request as Readable & Pick<IncomingMessage, 'method' | 'headers'>;
  const exchange = new Exchange(method ?? '', `/x?${query}`, headers, ORIGIN);
  try {
    return await reader.read(request as unknown as IncomingMessage, exchange, () => false);
  } finally {
    exchange.body?.release();
    expect(memory.numbers.bytes).toBe(0);
  }
}

export function read({ query = '', type, body, headers = {} }: Sent): Promise<ReadParameters> {
  const chunks = body === undefined || body.length === 0 ? [] : [Buffer.from(body)];
  const all = { ...(type === undefined ? {} : { 'content-type': type }), ...headers };
  const request = Object.assign(Readable.from(chunks), {
    method: body === undefined ? 'GET' : 'POST',
    headers: all,
  });
  return parametersOf(request, query);
}

export const part = (name: string, value: string, more = ''): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
export const multipart = (...parts: string[]): string => `${parts.join('')}--B--\r\n`;

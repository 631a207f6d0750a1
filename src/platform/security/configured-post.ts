import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { traceHeaders } from '../tracing.js';
import { retryAfterMs } from './retry-after.js';

interface ConfiguredPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly limitMs: number;
}

/**
 * Sends a body to a URL that the operator configured, so to any address, inside the network too. Redirects are not
 * followed, and of the answer only the status is read, and how long the gateway asks to be left alone (0: it does not). Addresses that others choose are for `postOutside`.
 * @throws Error with the reason, fit for the operator
 */
export async function postConfigured(
  url: string,
  { headers, body, limitMs }: ConfiguredPost,
): Promise<{ status: number; retryAfterMs: number }> {
  const signal = AbortSignal.timeout(limitMs);
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const target = new URL(url);
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = {
    method: 'POST',
    agent: false,
    signal,
    headers: { ...traceHeaders(), ...headers, ...length },
  } as const;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(target, sent).on('response', resolve).on('error', reject).end(body);
    });
    response.destroy();
    return { status: response.statusCode ?? 0, retryAfterMs: retryAfterMs(response.headers) };
  } catch (cause) {
    if (signal.aborted) throw new Error('there was no answer in time', { cause });
    const { message, code = '' } = cause as NodeJS.ErrnoException;
    throw new Error(`the connection failed: ${message || code}`, { cause });
  }
}

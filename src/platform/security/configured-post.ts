import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { traceHeaders } from '../tracing.js';
import { retryAfterMs } from './retry-after.js';

interface ConfiguredPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly limitMs: number;
}

/**
 * Sends a body to a URL that the operator configured: to any address, also inside the network. It follows no redirect, and
 * reads only the status and how long the gateway asks to wait (0: not at all). `postOutside` is for addresses that others
 * choose.
 * @throws Error with the reason, fit for the operator
 */
export async function postConfigured(
  url: string,
  { headers, body, limitMs }: ConfiguredPost,
): Promise<{ status: number; retryAfterMs: number }> {
  const signal = AbortSignal.timeout(limitMs);
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const sent = {
    method: 'POST',
    agent: false,
    signal,
    headers: { ...traceHeaders(), ...headers, ...length },
  } as const;
  try {
    const response = await answerFrom(new URL(url), sent, body);
    response.destroy();
    return { status: response.statusCode ?? 0, retryAfterMs: retryAfterMs(response.headers) };
  } catch (cause) {
    if (signal.aborted) throw new Error('there was no answer in time', { cause });
    const { message, code = '' } = cause as NodeJS.ErrnoException;
    throw new Error(`the connection failed: ${message || code}`, { cause });
  }
}

/** The answer to a request, once its head is here; its body is left to read. */
export function answerFrom(url: URL, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, options).on('response', resolve).on('error', reject).end(body);
  });
}

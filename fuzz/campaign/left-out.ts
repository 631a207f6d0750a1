import type { RequestClass } from '../options.js';
import { render } from '../requests/render.js';
import { headerOf, type FuzzRequest } from '../requests/request.js';

const BOUNDARY = /boundary=([^;\s]*)/i;

/** Whether a request is of a class that the run does without. */
export function isLeftOut(request: FuzzRequest, without: ReadonlySet<RequestClass>): boolean {
  return without.has('malformed-multipart') && isMalformedMultipart(request);
}

/** Its body does not end as its boundary says; of what is hardly a request, whatever says multipart. */
function isMalformedMultipart(request: FuzzRequest): boolean {
  const text = render(request, '').toString('latin1');
  if (request.kind === 'raw') return /multipart/i.test(text);
  const type = headerOf(request, 'content-type') ?? '';
  if (!/multipart/i.test(type)) return false;
  const end = `--${BOUNDARY.exec(type)?.[1] ?? ''}--\r\n`;
  return request.delivery.kind !== 'whole' || !text.endsWith(end);
}

import type { Request } from 'express';

const LONGEST = 65_536;

/** A field of a form, once; empty when it was not sent or can't be text. */
export function textIn(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  const isText = typeof value === 'string' && value.length <= LONGEST && !value.includes('\0');
  return isText ? value.replaceAll('\r\n', '\n') : '';
}

/** A checkbox. */
export function isTicked(request: Request, name: string): boolean {
  return textIn(request, name) !== '';
}

/** What stands in the address: `?query=anna`; empty when it does not, or more than once. */
export function queryIn(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === 'string' && value.length <= 1000 && !value.includes('\0') ? value : '';
}

import type { Request } from 'express';
import { textIn } from '../../../platform/checks/form.js';

const LONGEST = 1000;

/** A parameter of the query string: `?query=anna`; empty if it is absent, repeated or too long. */
export function queryIn(request: Request, name: string): string {
  const value = textIn(request.query, name);
  return value.length <= LONGEST ? value : '';
}

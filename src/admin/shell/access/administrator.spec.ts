import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ADMINISTRATOR, visitWith } from '../../../../test/support/visits.js';
import { attachExchange } from '../../../platform/operations/exchange.js';
import { Visit } from '../../../platform/operations/visit.js';
import { AtConsole, attachAdministrator, CurrentAdministrator } from './administrator.js';
import { CurrentEditor } from './editor.js';

class Pages {
  visit(@AtConsole() visit: unknown): unknown {
    return visit;
  }

  by(@CurrentAdministrator() by: unknown): unknown {
    return by;
  }

  editor(@CurrentEditor() by: unknown): unknown {
    return by;
  }
}

/** Returns the argument that Nest passes to the handler. */
function given(handler: keyof Pages, request: IncomingMessage): unknown {
  const metadata = Reflect.getMetadata(ROUTE_ARGS_METADATA, Pages, handler) as Record<
    string,
    { factory: (data: unknown, context: ExecutionContext) => unknown }
  >;
  const context = { getArgByIndex: (index: number) => [request, {}][index] };
  return Object.values(metadata)[0].factory(undefined, context as unknown as ExecutionContext);
}

describe('a handler of the administration', () => {
  const requestOf = ({ exchange }: Visit): IncomingMessage => {
    const request = {} as IncomingMessage;
    attachExchange(request, exchange);
    return request;
  };

  it.each(['visit', 'by', 'editor'] as const)(
    'fails without the guard that finds its administrator (%s)',
    (handler) => {
      expect(() => given(handler, requestOf(visitWith({}).visit))).toThrow('not declared');
    },
  );

  it('gets the administrator from the one visit of the request', () => {
    const request = requestOf(visitWith({}).visit);
    const visit = Visit.of(request, {} as ServerResponse);
    attachAdministrator(visit, { by: ADMINISTRATOR, asksPassword: true });
    expect(given('visit', request)).toBe(visit);
    expect(visit).toMatchObject({ by: ADMINISTRATOR, asksPassword: true });
    expect(given('by', request)).toBe(ADMINISTRATOR);
  });

  it('gets the state that the administrator has seen, from If-Match', () => {
    const request = requestOf(visitWith({}, { headers: { 'if-match': '"seen"' } }).visit);
    const visit = Visit.of(request, {} as ServerResponse);
    attachAdministrator(visit, { by: ADMINISTRATOR, asksPassword: true });
    expect(given('editor', request)).toEqual({ ...ADMINISTRATOR, ifMatch: '"seen"' });
  });
});

import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { takesFile } from '../operations/args.js';
import { challengeScheme } from '../operations/caller.js';
import type { Exchange } from '../operations/exchange.js';
import { statusOf, type Operation } from '../operations/operation.js';
import { SeeOther } from '../operations/see-other.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { AppLog } from '../telemetry/log.js';
import { isForBrowsers, isPreflight, PREFLIGHT_HEADERS } from './cross-origin.js';
import { envelope, errorBody, errorStatus, write } from './answer.js';
import { CallRegistry, type CompiledCall } from './call-registry.js';
import { notNamedInTime, ParameterReader, queryOf } from './parameter-reader.js';
import { RefusalAudit } from './refusal-audit.js';
import { RequestAccess } from './request-access.js';

const CALL_METHODS = ['GET', 'HEAD', 'POST'];
const MAX_ECHO = 64;
const SEE_OTHER = 303;

interface Asked {
  readonly path: string;
  /** The call that a01call names, once that was read. */
  selected: string | null;
}

/** The lane: finds the call, reads parameters and session, runs guards and handler, answers (architecture, D1–D12). */
@Injectable()
export class Dispatcher {
  constructor(
    private readonly registry: CallRegistry,
    private readonly reader: ParameterReader,
    private readonly access: RequestAccess,
    private readonly refusals: RefusalAudit,
    private readonly log: AppLog,
  ) {}

  /** Whether a path belongs to the lane; Express has all others. */
  owns(path: string): boolean {
    return path.startsWith('/api/') || path === '/api' || this.registry.findByPath(path) !== undefined;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: Exchange,
    path: string,
  ): Promise<void> {
    const asked: Asked = { path, selected: null };
    try {
      if (exchange.fault) throw exchange.fault;
      if (exchange.method === 'OPTIONS') return this.tellMethods(response, exchange, path);
      const compiled = await this.find(request, exchange, asked);
      const { operation } = compiled;
      exchange.operation = operation;
      if (this.worksOnSession(operation, request, exchange)) await this.access.loadSession(request, response);
      const value = await compiled.invoke(request, response);
      if (value instanceof SeeOther) this.sendOn(response, exchange, value);
      else
        write(
          response,
          exchange,
          statusOf(operation.result),
          envelope(operation.name, operation.result, value),
        );
    } catch (cause) {
      this.refuse(response, exchange, cause, asked);
    } finally {
      exchange.body?.release();
    }
  }

  /** Which methods there are, and to a browser that asks for a page of another origin, that it may send the request (D84). */
  private tellMethods(response: ServerResponse, { headers }: Exchange, path: string): void {
    const operation = this.registry.findByPath(path)?.operation;
    if (!operation && path !== '/api') throw unknownCall();
    const isAllowed = isPreflight(headers) && (!operation || isForBrowsers(operation));
    const methods = { Allow: (operation?.methods ?? CALL_METHODS).join(', ') };
    response.writeHead(204, { ...methods, ...(isAllowed && PREFLIGHT_HEADERS) }).end();
  }

  /** A session is used only when a cookie came without a token, or the call is about sessions (D42). */
  private worksOnSession(operation: Operation, request: IncomingMessage, exchange: Exchange): boolean {
    if (operation.usesSession) return true;
    return operation.kind === 'call' && this.access.comesWithSession(request, exchange);
  }

  private async find(request: IncomingMessage, exchange: Exchange, asked: Asked): Promise<CompiledCall> {
    const { path } = asked;
    const byPath = this.registry.findByPath(path);
    if (byPath)
      exchange.operation = byPath.operation; // set early, so that any later error carries its name
    else if (path !== '/api') throw unknownCall();
    if (!byPath) asked.selected = selectedIn(queryOf(exchange));
    requireMethod(exchange.method, byPath?.operation.methods ?? CALL_METHODS);
    const { parameters, selectedCall, isUnfinished } = await this.reader.read(
      request,
      exchange,
      (selected) => {
        if (!byPath && selected === null) return true; // the name is in the body: known once that is read
        const operation = byPath ?? this.registry.findByName(selected ?? '');
        return takesFile(operation?.operation.args ?? null);
      },
    );
    exchange.parameters = parameters;
    const compiled = byPath ?? this.findByName(selectedCall, asked, isUnfinished);
    if (isUnfinished) this.reader.postpone(request, exchange, compiled.operation);
    return compiled;
  }

  private findByName(name: string | null, asked: Asked, isUnfinished: boolean): CompiledCall {
    if (name === null) {
      if (isUnfinished) throw notNamedInTime();
      const message = 'a01call is required: it names the call.';
      throw new CallError(Errors.invalidParameter, {}, { message });
    }
    asked.selected = name.slice(0, MAX_ECHO);
    const byName = this.registry.findByName(name);
    if (byName?.operation.kind !== 'call') throw unknownCall();
    return byName;
  }

  private refuse(response: ServerResponse, exchange: Exchange, cause: unknown, asked: Asked): void {
    const error = this.toCallError(cause, exchange);
    const { kind, name } = exchange.operation ?? askedFor(asked);
    const status = errorStatus(error, kind);
    this.note(error, exchange, kind);
    if (response.headersSent || response.destroyed) return;
    const challenge = status === 401 ? challengeOf(kind, error, exchange) : {};
    write(response, exchange, status, errorBody(error, kind, name, exchange.caller.scheme), {
      ...challenge,
      ...error.headers,
    });
  }

  private sendOn(response: ServerResponse, exchange: Exchange, { location, refusal }: SeeOther): void {
    if (refusal) this.note(refusal, exchange, 'call');
    write(response, exchange, SEE_OTHER, {}, { Location: location });
  }

  private note(error: CallError, exchange: Exchange, kind: Operation['kind']): void {
    const { definition, details } = error;
    exchange.outcome = kind === 'endpoint' ? definition.oauth.error : definition.name;
    exchange.details = details;
    this.refusals.note(error, exchange);
  }

  /** Errors outside the catalogue become one generic answer; the cause is logged under the request id (D11). */
  private toCallError(cause: unknown, exchange: Exchange): CallError {
    if (cause instanceof CallError) return cause;
    this.log.pino.error(
      { requestId: exchange.requestId, call: exchange.operation?.name, err: cause },
      'unforeseen error',
    );
    const message = `${Errors.unattended.meaning} Give the operator the request id ${exchange.requestId}.`;
    return new CallError(Errors.unattended, {}, { message, cause });
  }
}

/** A 401 says how to authenticate (RFC 9110 §15.5.2), unless the error already does. */
function challengeOf(
  kind: Operation['kind'],
  { definition }: CallError,
  { caller, operation }: Exchange,
): Record<string, string> {
  if (kind === 'endpoint' && !operation?.forTokens)
    return { 'WWW-Authenticate': 'Basic realm="Hearth", charset="UTF-8"' };
  if (definition !== Errors.accessTokenInvalid) return {};
  const scheme = challengeScheme(caller);
  return { 'WWW-Authenticate': `${scheme} error="${scheme === 'MAC' ? 'unknown token' : 'invalid_token'}"` };
}

/** The name that an answer gives to a request without an operation. */
function askedFor({ path, selected }: Asked): Pick<Operation, 'kind' | 'name'> {
  const kind = path.startsWith('/api') ? 'call' : 'endpoint';
  const ofPath = path.replace(/^\/api\/?/, '').replaceAll('/', '');
  return { kind, name: selected ?? ofPath.slice(0, MAX_ECHO) };
}

/** The call that the query names, for errors before it is found. */
function selectedIn(query: string): string {
  return new URLSearchParams(query).get('a01call')?.slice(0, MAX_ECHO) ?? '';
}

function requireMethod(method: string, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const list = allowed.join(', ');
  throw new CallError(
    Errors.methodNotAllowed,
    {},
    { message: `Use ${allowed.join(' or ')}.`, headers: { Allow: list } },
  );
}

function unknownCall(): CallError {
  return new CallError(
    Errors.unknownCall,
    {},
    { message: 'There is no such call. The calls are listed at /docs.' },
  );
}

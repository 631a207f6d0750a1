import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { takesFile } from '../operations/args.js';
import type { Exchange } from '../operations/exchange.js';
import { statusOf, type Operation } from '../operations/operation.js';
import { SeeOther } from '../operations/see-other.js';
import { SignedAnswer } from '../operations/signed-answer.js';
import { CallError, invalidParameter } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { AuditLog } from '../audit/audit-log.js';
import { AnsweredBefore, type FinalAnswer } from '../repeats/final-answer.js';
import { AppConfig } from '../config/app-config.js';
import { AppLog } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { isForBrowsers, isPreflight, PREFLIGHT_HEADERS } from './cross-origin.js';
import { envelope, errorBody, errorStatus, write, writeText } from './answer.js';
import { CallRegistry, type CompiledCall } from './call-registry.js';
import { refusalHeaders } from './challenges.js';
import { notNamedInTime, ParameterReader, queryOf } from './parameter-reader.js';
import { auditEntryOf } from './refusal-audit.js';
import { RepeatedCalls } from './repeated-calls.js';
import { RequestAccess } from './request-access.js';

const CALL_METHODS = ['GET', 'HEAD', 'POST'];
const MAX_ECHO = 64;
const SEE_OTHER = 303;

interface Asked {
  readonly path: string;
  /** The call named by a01call, once it is read. */
  selected: string | null;
}

/** The lane: finds the call, reads parameters and session, runs guards and handler, answers (architecture, D1–D12). */
@Injectable()
export class Dispatcher {
  constructor(
    private readonly registry: CallRegistry,
    private readonly reader: ParameterReader,
    private readonly access: RequestAccess,
    private readonly repeated: RepeatedCalls,
    private readonly audit: AuditLog,
    private readonly metrics: Metrics,
    private readonly log: AppLog,
    private readonly config: AppConfig,
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
      this.repeated.prepare(exchange, operation);
      const value = await compiled.invoke(request, response);
      if (value instanceof SeeOther) this.sendOn(response, exchange, value);
      else if (value instanceof SignedAnswer)
        writeText(response, exchange, 200, value.text, { 'Content-Type': value.type });
      else if (value instanceof AnsweredBefore) this.sendAgain(response, exchange, value.answer);
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

  /** Lists the methods, and tells a browser whether a page of another origin may send the request (D84). */
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
      throw invalidParameter('a01call is required: it names the call.');
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
    const body = errorBody(error, kind, name, exchange.caller.scheme);
    const headers = refusalHeaders(error, status, kind, exchange, this.config.publicUrl);
    write(response, exchange, status, body, headers);
  }

  private sendOn(response: ServerResponse, exchange: Exchange, { location, refusal }: SeeOther): void {
    if (refusal) this.note(refusal, exchange, 'call');
    write(response, exchange, SEE_OTHER, {}, { Location: location });
  }

  private sendAgain(response: ServerResponse, exchange: Exchange, answer: FinalAnswer): void {
    const { status, body, headers, refusal } = answer;
    if (refusal !== undefined) exchange.outcome = refusal;
    writeText(response, exchange, status, body, headers);
  }

  private note(error: CallError, exchange: Exchange, kind: Operation['kind']): void {
    const { definition, details } = error;
    exchange.outcome = kind === 'endpoint' ? definition.oauth.error : definition.name;
    exchange.details = details;
    this.metrics.refusals.inc({ reason: exchange.outcome });
    const entry = auditEntryOf(error, exchange);
    if (entry !== null) this.audit.count(entry);
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

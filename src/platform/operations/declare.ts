import {
  applyDecorators,
  createParamDecorator,
  Header,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { Errors } from '../errors/catalogue.js';
import { pipelineErrors } from '../errors/pipeline-errors.js';
import { HTML, type Answers } from './answers.js';
import { bindArgs, secretsInQuery, takesFile } from './args.js';
import { isClientItself, type Requester } from './caller.js';
import type { RateLimitSink } from '../throttle/rate-limit.js';
import { declareOperation, type ArgsClass, type Operation, type ResultKind } from './operation.js';
import { ReadPageBody, READ_REST } from './read-page-body.js';
import { exchangeOf, type Exchange } from './exchange.js';
import { keyErrors, REPEATED_CALL } from './repeated-requests.js';

const LINK_AUTHORIZES = 'Only the recipient of the link knows its address; no cookie is needed.';

/** @param signedAs the media type of the same as a `SignedAnswer` */
export function raw(view: new () => object, status: 200 | 201 = 200, signedAs?: string): ResultKind {
  return { kind: 'raw', view, status, signedAs };
}

interface CallOptions extends Partial<
  Pick<Operation, 'writes' | 'idempotency' | 'needsHttps' | 'usesSession' | 'foreign' | 'errors'>
> {
  readonly isSensitive?: true;
  readonly summary: string;
  readonly args?: ArgsClass;
  readonly result: 'long' | 'true' | 'text' | ResultKind | (new () => object);
  readonly account: 'required' | 'none' | 'refused';
}

/** `@Call('prov', 'search', …)` is reached at `/api/prov/search` and at `/api?a01call=provsearch` (D1). */
export function Call(group: string, operation: string, options: CallOptions): MethodDecorator {
  const declaration = declare({
    ...DEFAULTS,
    ...options,
    name: `${group}${operation}`,
    kind: 'call',
    path: `/api/${group}/${operation}`,
    methods: options.writes ? ['GET', 'POST'] : ['GET', 'HEAD', 'POST'], // D2, D84
    result: resultOf(options.result),
    errors: [...pipelineErrors(options), ...keyErrors(options), ...(options.errors ?? [])],
  });
  const interceptors = [
    ...(takesFile(options.args ?? null) ? [READ_REST] : []),
    ...(options.idempotency ? [REPEATED_CALL] : []),
  ];
  return interceptors.length > 0
    ? applyDecorators(declaration, UseInterceptors(...interceptors))
    : declaration;
}

interface EndpointOptions
  extends
    Pick<Operation, 'name' | 'summary' | 'result'>,
    Partial<Pick<Operation, 'writes' | 'forTokens' | 'errors'>> {
  readonly args?: ArgsClass;
}

/** A standard OAuth endpoint of the lane: POST, HTTPS, RFC 6749 errors, client authentication (D12). */
export function Endpoint(path: string, options: EndpointOptions): MethodDecorator {
  return declare({
    ...DEFAULTS,
    ...options,
    kind: 'endpoint',
    path,
    methods: options.forTokens ? ['GET', 'HEAD', 'POST'] : ['POST'],
    account: options.forTokens ? 'required' : 'none',
    needsHttps: true,
    allowsPublicClients: true,
    errors: [
      ...pipelineErrors(options).filter((error) => options.forTokens || error !== Errors.accessTokenRequired),
      ...(options.errors ?? []),
    ],
  });
}

/** The answer is a page by default. */
interface OpenPageOptions extends Partial<
  Pick<Operation, 'writes' | 'needsHttps' | 'foreign' | 'keepsOpener' | 'shows' | 'answers' | 'problems'>
> {
  /** Why no authentication is needed, in one sentence. */
  readonly because: string;
  readonly takes?: 'form' | 'json';
}

/** A page or document that needs no authentication: health, documentation, an invitation. */
export function OpenPage(
  name: string,
  summary: string,
  { because, writes = false, ...options }: OpenPageOptions,
): MethodDecorator {
  const methods = writes ? ['POST'] : ['GET', 'HEAD'];
  return declarePage({ name, summary, ...options, methods, writes, openBecause: because });
}

/** A page to which clients send browsers, judged by the client_id in the URL. It acts when opened, so HEAD is not allowed. */
export function ClientPage(name: string, summary: string, answers: Answers): MethodDecorator {
  return declarePage({
    ...{ name, summary, methods: ['GET'], writes: false, client: 'name', keepsOpener: true },
    answers,
  });
}

/** The answer is a page by default. */
interface AccountPageOptions extends Partial<
  Pick<Operation, 'writes' | 'isSensitive' | 'isProof' | 'keepsOpener' | 'shows' | 'answers'>
> {
  readonly takes?: 'form' | 'picture';
}

/** A sensitive form, for `AccountPage`. @param page that it is on */
export function formOn(page: string): Pick<AccountPageOptions, 'writes' | 'isSensitive'> {
  return { writes: true, isSensitive: { formOn: page } };
}

/** A page of the signed-in user, or a form on it; others are redirected to sign in. Never cached. */
export function AccountPage(
  name: string,
  summary: string,
  { writes = false, ...options }: AccountPageOptions = {},
): MethodDecorator {
  const methods = writes ? ['POST'] : ['GET', 'HEAD'];
  return applyDecorators(
    declarePage({ name, summary, methods, writes, ...options, account: 'browser' }),
    Header('Cache-Control', 'no-store'),
  );
}

/**
 * A page behind a mailed link, or a form on it. The link itself authorizes, so it is never sent as a referrer; as a
 * consequence, browsers without Fetch Metadata send no origin either.
 */
export function MailedLinkPage(name: string, summary: string, { writes = false } = {}): MethodDecorator {
  const because = LINK_AUTHORIZES;
  const foreign = writes ? ({ allows: 'an unnamed origin', because } as const) : null;
  return applyDecorators(
    OpenPage(name, summary, { because, writes, foreign }),
    Header('Referrer-Policy', 'no-referrer'),
  );
}

/**
 * The request of a guard or parameter decorator. Faster than `switchToHttp`, which makes four closures at each call.
 */
export function requestOf(context: ExecutionContext): IncomingMessage {
  return context.getArgByIndex<IncomingMessage>(0);
}

/** A parameter of a handler that is read from the exchange. */
export function fromExchange<T>(read: (exchange: Exchange) => T): () => ParameterDecorator {
  return createParamDecorator((_: unknown, context: ExecutionContext) =>
    read(exchangeOf(requestOf(context))),
  );
}

/** The request as it came, for what reads its headers. */
export const CurrentExchange = fromExchange((exchange) => exchange);

/** The arguments of the call, checked and converted. @throws CallError invalidParameter naming all invalid ones */
export const CallArgs = fromExchange(({ operation, parameters, readRest }) => {
  if (readRest) throw new Error('a part of the body was not read');
  if (!operation?.args) throw new Error('the operation declares no args');
  return bindArgs(operation.args, parameters);
});

export const CurrentCaller = fromExchange(({ caller }) => caller);

/** The caller and its address, for the audit. */
export const CurrentRequester = fromExchange((exchange): Requester => {
  const { caller, origin, once } = exchange;
  return { ...caller, address: origin.address, once, told: toldOfLimits(exchange) };
});

export const ToldOfLimits = fromExchange(toldOfLimits);

/** Where a client that proved who it is, is told of its budgets; undefined: nobody is (D394). */
export function toldOfLimits(exchange: Exchange): RateLimitSink | undefined {
  return isClientItself(exchange.caller) ? exchange : undefined;
}

/** The IP address of the caller, for throttling and the audit. */
export const CurrentAddress = fromExchange(({ origin }) => origin.address);

/** How the request was sent, for profile rules of a client that only the arguments name (D68). */
export interface SentHow {
  readonly isByGet: boolean;
  readonly hasSecretInQuery: boolean;
}

export const HowSent = fromExchange(({ operation, method, parameters }): SentHow => {
  const exposed = secretsInQuery(operation?.args ?? null, parameters);
  return { isByGet: method === 'GET', hasSecretInQuery: exposed.length > 0 };
});

const DEFAULTS = {
  client: 'credentials',
  isSensitive: null,
  isProof: false,
  openBecause: null,
  writes: false,
  idempotency: null,
  needsHttps: false,
  usesSession: false,
  foreign: null,
  keepsOpener: false,
  shows: null,
  allowsPublicClients: false,
  forTokens: false,
  takes: 'parameters',
  administration: null,
  args: null,
  answers: {},
  problems: [],
} as const;

function resultOf(result: CallOptions['result']): ResultKind {
  if (typeof result === 'string') return { kind: result };
  return typeof result === 'function' ? { kind: 'view', view: result } : result;
}

type Page = Pick<Operation, 'name' | 'summary' | 'methods' | 'writes'> &
  Partial<Omit<Operation, 'kind' | 'path' | 'result' | 'errors'>>;

/** Declares an operation that Express serves; by default a page for people. */
export function declarePage(page: Page): MethodDecorator {
  const declaration = declare({
    ...DEFAULTS,
    answers: isRedirecting(page) ? { 303: null } : { 200: HTML },
    client: 'none',
    account: 'none',
    takes: 'form',
    ...page,
    kind: 'page',
    path: null,
    result: { kind: 'text' },
    errors: [],
  });
  return applyDecorators(
    declaration,
    UseInterceptors(ReadPageBody),
    ApiOperation({ operationId: page.name }), // documented from this declaration (src/platform/openapi/route-document.ts)
  );
}

/** Whether it is a form that is answered by a redirect, once it did what it is for (D386). */
export function isRedirecting({ writes, shows = null, takes = 'form' }: Partial<Operation>): boolean {
  return writes === true && shows === null && (takes === 'form' || takes === 'picture');
}

function declare(operation: Operation): MethodDecorator {
  return (_target, _key, descriptor) => declareOperation(descriptor.value as object, operation);
}

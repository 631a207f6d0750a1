import {
  applyDecorators,
  createParamDecorator,
  Header,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { Errors, type ErrorDefinition } from '../errors/catalogue.js';
import { pipelineErrors } from '../errors/pipeline-errors.js';
import { HTML, type Answers, type Refusal } from './answers.js';
import { bindArgs, secretsInQuery, takesFile } from './args.js';
import type { Caller, Requester } from './caller.js';
import { exchangeOf } from './exchange.js';
import {
  declareOperation,
  type ArgsClass,
  type ForeignSenders,
  type Operation,
  type ResultKind,
} from './operation.js';
import { ReadPageBody } from './read-page-body.js';
import { READ_REST } from './read-rest.js';

const LINK_AUTHORIZES = 'Only the recipient of the link knows its address; no cookie is needed.';

export function raw(view: new () => object, status: 200 | 201 = 200): ResultKind {
  return { kind: 'raw', view, status };
}

interface CallOptions {
  readonly summary: string;
  readonly args?: ArgsClass;
  readonly result: 'long' | 'true' | 'text' | ResultKind | (new () => object);
  readonly account: 'required' | 'none' | 'refused';
  readonly writes?: boolean;
  readonly needsHttps?: boolean;
  readonly usesSession?: boolean;
  readonly foreign?: ForeignSenders;
  readonly errors?: readonly ErrorDefinition[];
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
    errors: [...pipelineErrors(options), ...(options.errors ?? [])],
  });
  return takesFile(options.args ?? null)
    ? applyDecorators(declaration, UseInterceptors(READ_REST))
    : declaration;
}

interface EndpointOptions {
  readonly name: string;
  readonly summary: string;
  readonly args?: ArgsClass;
  readonly result: ResultKind;
  readonly writes?: boolean;
  /** Accepts an access token instead of client credentials, by GET too. */
  readonly forTokens?: boolean;
  readonly errors?: readonly ErrorDefinition[];
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

interface OpenPageOptions {
  /** Why no authentication is needed, in one sentence. */
  readonly because: string;
  readonly writes?: boolean;
  readonly needsHttps?: boolean;
  readonly takes?: 'form' | 'json';
  readonly foreign?: ForeignSenders | null;
  readonly keepsOpener?: boolean;
  /** A page by default. */
  readonly answers?: Answers;
  readonly problems?: readonly Refusal[];
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

/** A page to which clients send browsers: judged by the client_id in the URL. It acts when it is opened, so not by HEAD. */
export function ClientPage(name: string, summary: string, answers: Answers): MethodDecorator {
  return declarePage({
    ...{ name, summary, methods: ['GET'], writes: false, client: 'name', keepsOpener: true },
    answers,
  });
}

interface AccountPageOptions {
  readonly writes?: boolean;
  readonly takes?: 'form' | 'picture';
  /**
   * What a thief of the session must not do: asks again who it is after five minutes. A form says which page it is on.
   */
  readonly isSensitive?: Operation['isSensitive'];
  readonly isProof?: boolean;
  readonly keepsOpener?: boolean;
  /** A page by default. */
  readonly answers?: Answers;
}

/** A sensitive form, for `AccountPage`. @param page that it is on */
export function formOn(page: string): Pick<AccountPageOptions, 'writes' | 'isSensitive'> {
  return { writes: true, isSensitive: { formOn: page } };
}

/** A page of the signed-in user, or a form on it; others are redirected to sign in. Never cached. */
export function AccountPage(
  name: string,
  summary: string,
  { writes = false, takes = 'form', isSensitive = null, answers, ...options }: AccountPageOptions = {},
): MethodDecorator {
  const methods = writes ? ['POST'] : ['GET', 'HEAD'];
  return applyDecorators(
    declarePage({
      ...{ name, summary, methods, writes, takes, isSensitive, ...options, account: 'browser' },
      ...(answers && { answers }),
    }),
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

/** The arguments of the call, checked and converted. @throws CallError invalidParameter naming all invalid ones */
export const CallArgs = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { operation, parameters, readRest } = exchangeOf(requestOf(context));
  if (readRest) throw new Error('a part of the body was not read');
  if (!operation?.args) throw new Error('the operation declares no args');
  return bindArgs(operation.args, parameters);
});

export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => exchangeOf(requestOf(context)).caller,
);

/** The caller and its address, for the audit. */
export const CurrentRequester = createParamDecorator((_: unknown, context: ExecutionContext): Requester => {
  const { caller, origin } = exchangeOf(context.switchToHttp().getRequest<IncomingMessage>());
  return { ...caller, address: origin.address };
});

/** The IP address of the caller, for throttling and the audit. */
export const CurrentAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => exchangeOf(requestOf(context)).origin.address,
);

/** How the request was sent, for profile rules of a client that only the arguments name (D68). */
export interface SentHow {
  readonly isByGet: boolean;
  readonly hasSecretInQuery: boolean;
}

export const HowSent = createParamDecorator((_: unknown, context: ExecutionContext): SentHow => {
  const { operation, method, parameters } = exchangeOf(requestOf(context));
  const exposed = secretsInQuery(operation?.args ?? null, parameters);
  return { isByGet: method === 'GET', hasSecretInQuery: exposed.length > 0 };
});

const DEFAULTS = {
  client: 'credentials',
  isSensitive: null,
  isProof: false,
  openBecause: null,
  writes: false,
  needsHttps: false,
  usesSession: false,
  foreign: null,
  keepsOpener: false,
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
  Partial<
    Pick<
      Operation,
      | 'client'
      | 'account'
      | 'isSensitive'
      | 'isProof'
      | 'openBecause'
      | 'administration'
      | 'needsHttps'
      | 'takes'
      | 'foreign'
      | 'keepsOpener'
      | 'answers'
      | 'problems'
    >
  >;

/** Declares an operation that Express serves; by default a page for people. */
export function declarePage(page: Page): MethodDecorator {
  const declaration = declare({
    ...DEFAULTS,
    answers: { 200: HTML },
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

function declare(operation: Operation): MethodDecorator {
  return (_target, _key, descriptor) => declareOperation(descriptor.value as object, operation);
}

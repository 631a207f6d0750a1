import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestApplicationOptions } from '@nestjs/common';
import express, { type RequestHandler, type Response } from 'express';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AppConfig } from '../config/app-config.js';
import { attachExchange, Exchange } from '../operations/exchange.js';
import type { Connections } from '../intake/connections.js';
import { Shown } from '../operations/shown.js';
import { SECOND } from '../security/clock.js';
import { requestSpan, within } from '../tracing.js';
import { addressedBy } from './addressed.js';
import type { Dispatcher } from './dispatcher.js';
import { OriginReader } from './origin-reader.js';
import type { PageRoutes } from './page-routes.js';
import type { RequestLog } from './request-log.js';
import { writeShown } from './write-shown.js';

/** Time for the body of an authenticated caller: 6 MiB in five minutes is 20 KiB/s. */
const LARGEST_BODY_MS = 300 * SECOND;
/** An idle connection, whose caller vanished or does not read its answer. */
const STILL_MS = 120 * SECOND;

interface Connected {
  readonly dispatcher: Dispatcher;
  readonly requestLog: RequestLog;
  readonly connections: Connections;
  readonly pages: PageRoutes;
}

/**
 * The server in front of both ways: calls and machine endpoints go to the dispatcher, everything else to Express. `listen`,
 * `close` and TLS are Nest's own.
 */
export class ServerFront extends ExpressAdapter {
  private readonly origins: OriginReader;
  private connected: Connected | null = null;
  private isStopping = false;

  constructor(private readonly config: AppConfig) {
    // As on the lane, a path has one spelling (D357). The adapter adds to the router, which reads these once.
    super(express().enable('case sensitive routing').enable('strict routing'));
    this.origins = new OriginReader(config, (...told) => this.connected?.requestLog.unreadableHop(...told));
  }

  /** Must be called before listening. */
  connect(connected: Connected): void {
    this.connected = connected;
    connected.connections.watch(this.httpServer, (address) => this.origins.isProxy(address));
  }

  /** From now on each answer closes its connection, so that busy ones drain too. */
  stop(): void {
    this.isStopping = true;
  }

  override initHttpServer(options: NestApplicationOptions): void {
    const listener: RequestListener = (request, response) => this.receive(request, response);
    const timeoutMs = this.config.requestTimeoutSeconds * SECOND;
    const limits = {
      headersTimeout: timeoutMs,
      requestTimeout: LARGEST_BODY_MS,
      connectionsCheckingInterval: SECOND,
    };
    const server = options?.httpsOptions
      ? https.createServer({ ...options.httpsOptions, ...limits, handshakeTimeout: timeoutMs }, listener)
      : http.createServer(limits, listener);
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      // A pipelined request has no connection until the earlier ones are answered: Node would put the delayed "100
      // Continue" between head and body of an answer. A caller continues without it (RFC 9110 §10.1.1).
      if (response.socket) response.writeContinue();
      listener(request, response);
    });
    this.httpServer = server.setTimeout(STILL_MS);
  }

  override setNotFoundHandler(...its: Parameters<ExpressAdapter['setNotFoundHandler']>): void {
    const answer: RequestHandler = (...asked) => this.connected?.pages.answer(...asked);
    this.use(answer);
    super.setNotFoundHandler(...its);
  }

  /** Writes what a handler returns: a page is a value, and no handler takes the response. */
  override reply(...[response, body, status]: Parameters<ExpressAdapter['reply']>): unknown {
    return body instanceof Shown
      ? writeShown(response as Response, body)
      : super.reply(response, body, status);
  }

  /** An error here, or on the response, would end the process: it ends the connection instead. */
  private receive(request: IncomingMessage, response: ServerResponse): void {
    const giveUp = (cause: unknown): void => {
      this.connected?.requestLog.fail(cause);
      request.socket.destroy();
    };
    try {
      this.route(request, response)?.catch(giveUp);
    } catch (cause) {
      giveUp(cause);
    }
  }

  private route(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    if (!this.connected) throw new Error('the server front is not connected');
    const { dispatcher, requestLog, connections } = this.connected;
    if (this.isStopping) response.shouldKeepAlive = false;
    const { target, host, fault } = addressedBy(request);
    request.url = target; // for Express
    const origin = this.origins.read(request, host);
    const exchange = new Exchange(request.method ?? '', target, request.headers, origin);
    exchange.fault = fault;
    const connection = connections.of(request);
    if (connection?.begin(request, response, exchange.startedAt) === false) return undefined;
    attachExchange(request, exchange);
    const span = requestSpan(exchange.method, request.headers);
    response.once('close', () => {
      requestLog.record(exchange, response, span);
      connection?.end(request, response);
    });
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    return within(span, () => {
      if (dispatcher.owns(path)) return dispatcher.handle(request, response, exchange, path);
      this.getInstance<RequestListener>()(request, response);
      return undefined;
    });
  }
}

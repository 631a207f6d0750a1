import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestApplicationOptions } from '@nestjs/common';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AppConfig } from '../config/app-config.js';
import { attachExchange, Exchange } from '../contract/exchange.js';
import type { Dispatcher } from './dispatcher.js';
import { OriginReader } from './origin.js';
import type { RequestLog } from './request-log.js';

/**
 * The one server in front of both ways: calls and machine endpoints go to the dispatcher, everything else to
 * Express. `listen`, `close` and TLS stay Nest's own.
 */
export class ServerFront extends ExpressAdapter {
  private readonly origins: OriginReader;
  private dispatcher: Dispatcher | null = null;
  private requestLog: RequestLog | null = null;
  private isStopping = false;

  constructor(config: AppConfig) {
    super();
    this.origins = new OriginReader(config);
  }

  /** To be called before listening. */
  connect(dispatcher: Dispatcher, requestLog: RequestLog): void {
    this.dispatcher = dispatcher;
    this.requestLog = requestLog;
  }

  /** From now on each answer ends its connection, so that busy ones drain too. */
  stop(): void {
    this.isStopping = true;
  }

  override initHttpServer(options: NestApplicationOptions): void {
    const listener: RequestListener = (request, response) => this.route(request, response);
    this.httpServer = options?.httpsOptions
      ? https.createServer(options.httpsOptions, listener)
      : http.createServer(listener);
  }

  private route(request: IncomingMessage, response: ServerResponse): void {
    const { dispatcher, requestLog } = this;
    if (!dispatcher || !requestLog) throw new Error('the server front is not connected');
    if (this.isStopping) response.shouldKeepAlive = false;
    const target = request.url ?? '/';
    const exchange = new Exchange(request.method ?? '', target, request.headers, this.origins.read(request));
    attachExchange(request, exchange);
    response.once('close', () => requestLog.record(exchange, response));
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    if (dispatcher.owns(path)) void dispatcher.handle(request, response, exchange, path);
    else this.getInstance<RequestListener>()(request, response);
  }
}

import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ClientRefused } from '../../platform/errors/call-error.js';
import { askingClientOf } from './asking-client.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { sentByBrowser } from './sent-request.js';

const NOT_ALLOWED = {
  error: 'unauthorized_client',
  description: 'The ruleset of this client does not allow oauth2authorize.',
};

/** Answers the user whose client the guards refused at /authorize (D182, RFC 6749 §4.1.2.1). */
@Injectable()
@Catch(ClientRefused)
export class AuthorizeRefusals implements ExceptionFilter {
  constructor(private readonly answers: AuthorizeAnswers) {}

  catch(_refusal: ClientRefused, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>().set('Cache-Control', 'no-store');
    const client = askingClientOf(request);
    if (client === null) return this.answers.noClient(request, response);
    const way = this.answers.wayBack(request, response, client, sentByBrowser(request));
    if (way) this.answers.refuse(request, response, client, way, NOT_ALLOWED);
  }
}

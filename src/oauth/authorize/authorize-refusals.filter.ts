import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { answerIn } from '../../platform/http/write-shown.js';
import { Shown } from '../../platform/operations/shown.js';
import type { Visit } from '../../platform/operations/visit.js';
import { ClientRefused } from '../../platform/errors/call-error.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { DocumentRefused } from '../documents/document-refused.js';
import { askingClientOf } from './asking-client.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import type { AuthorizeError } from './authorize-request.js';
import { sentByBrowser } from './sent-request.js';

const NOT_ALLOWED: AuthorizeError = {
  error: 'unauthorized_client',
  description: 'The ruleset of this client does not allow oauth2authorize.',
};

/** Answers the user whose client the guards refused at /authorize (D182, RFC 6749 §4.1.2.1). */
@Injectable()
@Catch(ClientRefused, BudgetSpent)
export class AuthorizeRefusals implements ExceptionFilter {
  constructor(private readonly answers: AuthorizeAnswers) {}

  catch(refusal: ClientRefused | BudgetSpent, host: ArgumentsHost): void {
    answerIn(host, (visit) => this.answerTo(visit, refusal));
  }

  private answerTo(visit: Visit, refusal: ClientRefused | BudgetSpent): Shown {
    if (refusal instanceof DocumentRefused) return this.answers.noDocument(visit, refusal);
    if (refusal instanceof BudgetSpent) return this.answers.tooMany(visit, askingClientOf(visit), refusal);
    const client = askingClientOf(visit);
    if (client === null) return this.answers.noClient(visit);
    const way = this.answers.wayBack(visit, client, sentByBrowser(visit));
    return way instanceof Shown ? way : this.answers.refuse(visit, client, way, NOT_ALLOWED);
  }
}

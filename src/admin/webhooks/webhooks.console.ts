import { Get, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { emptyForm, formIn, labelsOf, onForm, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf, sentForm, withPassword, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { NewWebhookBody, WebhookQuery } from './webhook.args.js';
import { newWebhookPage, webhookSecretPage, webhooksPage } from './webhooks.page.js';
import { Webhooks } from './webhooks.service.js';

const DONE: Readonly<Record<string, string>> = { deleted: 'Deleted.' };
const FORM = onForm(WEBHOOK_FIELDS);
const LABELS = { ...labelsOf(WEBHOOK_FIELDS), clientId: 'Client id' };

/** The console's list of webhooks, and the form for a new one (D275). */
@Console('webhooks')
@UsePipes(bodyPipe)
export class WebhooksConsole {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminwebhookspage', 'Webhooks')
  async list(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const sent = await sentForm(WebhookQuery, request.query);
    const items = 'body' in sent ? await this.webhooks.list(sent.body.client ?? null) : [];
    return webhooksPage({ by, items, query: sent.values, done: DONE[queryIn(request, 'done')], ...sent });
  }

  @Get('new')
  @ConsolePage('adminwebhooknewpage', 'Form for a new webhook')
  newPage(@CurrentAdministrator() by: Administrator, @Req() request: Request): string {
    const clientId = queryIn(request, 'client');
    const asksPassword = this.confirmation.asksPassword(by);
    return newWebhookPage({ by, fields: FORM, values: emptyForm(FORM), clientId, errors: {}, asksPassword });
  }

  @Post('new')
  @ConsolePage('adminwebhooknew', 'Creates a webhook and shows its secret', { writes: true })
  async create(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const values = formIn(FORM, (name) => textIn(request.body, name));
    const clientId = textIn(request.body, 'clientId').trim();
    const checked = withPassword(
      await checkedForm(NewWebhookBody, { ...valuesOf(FORM, values), clientId }, LABELS),
      await this.confirmation.passwordProblem(request, by),
    );
    const outcome =
      'errors' in checked ? checked : await refusalOf(this.webhooks.create(checked.body, by), LABELS);
    const asksPassword = this.confirmation.asksPassword(by);
    response.status('done' in outcome ? 201 : 422).type('html');
    response.send(
      'done' in outcome
        ? webhookSecretPage({ by, webhook: outcome.done, done: 'Webhook created.' })
        : newWebhookPage({ by, fields: FORM, values, clientId, asksPassword, ...outcome }),
    );
  }
}

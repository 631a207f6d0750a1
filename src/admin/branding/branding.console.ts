import { Get, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IMAGE_NAMES, BRANDING_FIELDS, type ImageField } from '../../identity/branding/branding.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import type { PageBody } from '../../platform/operations/page-bodies.js';
import { formIn, formOf, labelsOf, onForm, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf, refusedFor, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { BrandingChange } from './branding.args.js';
import {
  addressOfBranding,
  brandingPage,
  removeBrandingPage,
  type BrandingPageProps,
} from './branding.page.js';
import { BrandingService, stateOf } from './branding.service.js';

const DONE: Readonly<Record<string, string>> = {
  drafted: 'Draft saved. Nobody sees it before it is published.',
  image: 'Image saved in the draft.',
  published: 'Published. It takes effect on every node within 5 seconds.',
  discarded: 'Draft discarded.',
  removed: 'Branding removed.',
};
const FORM_FIELDS = onForm(BRANDING_FIELDS);
const LABELS = { ...labelsOf(BRANDING_FIELDS), data: 'Image', field: 'Image for' };

type Shown = Partial<Omit<BrandingPageProps, 'by' | 'view' | 'etag'>>;
type Change = (client: string | null, etag: string, by: Administrator) => Promise<void>;

/** The branding of the server, and with `?client=` that of a client: a draft that is previewed, then published (D233). */
@Console('branding')
@UsePipes(bodyPipe)
export class BrandingConsole {
  constructor(
    private readonly branding: BrandingService,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminbrandingpage', 'The branding of the server or of a client')
  page(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    return this.show(queryIn(request, 'client'), by, { done: DONE[queryIn(request, 'done')] });
  }

  @Post()
  @ConsolePage('adminbrandingsave', 'Saves the draft of a branding', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const values = formIn(FORM_FIELDS, (name) => textIn(request.body, name));
    const sent = await checkedForm(BrandingChange, valuesOf(FORM_FIELDS, values), LABELS);
    if ('errors' in sent) return this.refuse(request, response, by, { ...sent, values });
    const change: Change = (client, etag, who) => this.branding.saveDraft(client, sent.body, etag, who);
    await this.change(request, response, by, { change, done: 'drafted', values });
  }

  @Post('image')
  @ConsolePage('adminbrandingimageform', 'Uploads a logo or icon into the draft', {
    writes: true,
    takesLargeBody: true,
  })
  async addImage(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const field = fieldIn(request);
    const { file } = request as Request & Partial<PageBody>;
    const change: Change = async (client, etag, who) => {
      if (field === null) throw invalid([{ field: 'field', message: 'must be one of the list' }]);
      if (!file?.length) throw invalid([{ field: 'data', message: 'must be chosen' }]);
      const { key } = await this.branding.addImage(field, file, who);
      await this.branding.saveDraft(client, { [field]: key }, etag, who);
    };
    await this.change(request, response, by, { change, done: 'image' });
  }

  @Post('image/remove')
  @ConsolePage('adminbrandingimageremove', 'Takes a logo or icon out of the draft', { writes: true })
  async removeImage(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const field = fieldIn(request);
    const change: Change = async (client, etag, who) => {
      if (field === null) throw invalid([{ field: 'field', message: 'must be one of the list' }]);
      await this.branding.saveDraft(client, { [field]: null }, etag, who);
    };
    await this.change(request, response, by, { change, done: 'drafted' });
  }

  @Post('publish')
  @ConsolePage('adminbrandingpublishform', 'Publishes the draft of a branding', { writes: true })
  async publishForm(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const password = await this.confirmation.passwordProblem(request, by);
    if (password !== null) return this.refuse(request, response, by, refusedFor({ password }));
    const change: Change = (client, etag, who) => this.branding.publishDraft(client, etag, who);
    await this.change(request, response, by, { change, done: 'published' });
  }

  @Post('discard')
  @ConsolePage('adminbrandingdiscardform', 'Discards the draft of a branding', { writes: true })
  discard(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const change: Change = (client, etag, who) => this.branding.discard(client, etag, who);
    return this.change(request, response, by, { change, done: 'discarded' });
  }

  @Get('remove')
  @ConsolePage('adminbrandingremovepage', 'Confirms the removal of a branding')
  async removePage(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const view = await this.branding.get(queryIn(request, 'client') || null);
    const asksPassword = this.confirmation.asksPassword(by);
    return removeBrandingPage({ by, view, etag: etagOf(stateOf(view)), asksPassword });
  }

  @Post('remove')
  @ConsolePage('adminbrandingremoveform', 'Removes a branding', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const error = await this.confirmation.passwordProblem(request, by);
    if (error !== null) {
      const view = await this.branding.get(textIn(request.body, 'client') || null);
      const shown = { by, view, etag: textIn(request.body, 'etag'), asksPassword: true, error };
      response.status(422).type('html').send(removeBrandingPage(shown));
      return;
    }
    const change: Change = (client, etag, who) => this.branding.remove(client, etag, who);
    await this.change(request, response, by, { change, done: 'removed' });
  }

  private async change(
    request: Request,
    response: Response,
    by: Administrator,
    { change, done, values }: { change: Change; done: string; values?: BrandingPageProps['values'] },
  ): Promise<void> {
    const client = textIn(request.body, 'client');
    const outcome = await refusalOf(change(client || null, textIn(request.body, 'etag'), by), LABELS);
    if ('done' in outcome) return response.redirect(303, addressOfBranding(client || null, '', { done }));
    await this.refuse(request, response, by, { ...outcome, ...(values && { values }) });
  }

  private async refuse(request: Request, response: Response, by: Administrator, shown: Shown): Promise<void> {
    const page = await this.show(textIn(request.body, 'client'), by, shown);
    response.status(422).type('html').send(page);
  }

  private async show(client: string, by: Administrator, shown: Shown): Promise<string> {
    const view = await this.branding.get(client || null);
    const values = formOf(FORM_FIELDS, view.draft ?? view.live ?? {});
    const asksPassword = this.confirmation.asksPassword(by);
    return brandingPage({ by, view, etag: etagOf(stateOf(view)), values, asksPassword, ...shown });
  }
}

function fieldIn(request: Request): ImageField | null {
  const sent = textIn(request.body, 'field');
  return IMAGE_NAMES.find((name) => name === sent) ?? null;
}

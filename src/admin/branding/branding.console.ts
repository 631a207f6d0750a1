import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { IMAGE_NAMES, BRANDING_FIELDS, type ImageField } from '../../identity/branding/branding.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { labelsOf, onForm } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { queryIn, refusalOf, refusedFor } from '../shell/console/sent-form.js';
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
const LABELS = { ...labelsOf(BRANDING_FIELDS), data: 'Image', field: 'Image for' };
const FORM = new RecordForm(onForm(BRANDING_FIELDS), BrandingChange, LABELS);

type Told = Partial<Omit<BrandingPageProps, 'by' | 'view' | 'etag'>>;
type Change = (client: string | null, etag: string, by: Administrator) => Promise<void>;

/** The branding of the server, and with `?client=` that of a client: a draft that is previewed, then published (D233). */
@Console('branding')
export class BrandingConsole {
  constructor(
    private readonly branding: BrandingService,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminbrandingpage', 'The branding of the server or of a client')
  page(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.show(queryIn(visit, 'client'), by, { done: DONE[queryIn(visit, 'done')] });
  }

  @Post()
  @ConsolePage('adminbrandingsave', 'Saves the draft of a branding', { writes: true })
  async save(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await FORM.read(visit);
    if ('errors' in sent) return this.refuse(visit, by, sent);
    const change: Change = (client, etag, who) => this.branding.saveDraft(client, sent.body, etag, who);
    return this.change(visit, by, { change, done: 'drafted', values: sent.values });
  }

  @Post('image')
  @ConsolePage('adminbrandingimageform', 'Uploads a logo or icon into the draft', {
    writes: true,
    takesLargeBody: true,
  })
  async addImage(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const field = fieldIn(visit);
    const { file } = visit;
    const change: Change = async (client, etag, who) => {
      if (field === null) throw invalid([{ field: 'field', message: 'must be one of the list' }]);
      if (!file) throw invalid([{ field: 'data', message: 'must be chosen' }]);
      const { key } = await this.branding.addImage(field, file, who);
      await this.branding.saveDraft(client, { [field]: key }, etag, who);
    };
    return this.change(visit, by, { change, done: 'image' });
  }

  @Post('image/remove')
  @ConsolePage('adminbrandingimageremove', 'Takes a logo or icon out of the draft', { writes: true })
  async removeImage(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const field = fieldIn(visit);
    const change: Change = async (client, etag, who) => {
      if (field === null) throw invalid([{ field: 'field', message: 'must be one of the list' }]);
      await this.branding.saveDraft(client, { [field]: null }, etag, who);
    };
    return this.change(visit, by, { change, done: 'drafted' });
  }

  @Post('publish')
  @ConsolePage('adminbrandingpublishform', 'Publishes the draft of a branding', { writes: true })
  async publishForm(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const password = await this.confirmation.passwordProblem(visit, by);
    if (password !== null) return this.refuse(visit, by, refusedFor({ password }));
    const change: Change = (client, etag, who) => this.branding.publishDraft(client, etag, who);
    return this.change(visit, by, { change, done: 'published' });
  }

  @Post('discard')
  @ConsolePage('adminbrandingdiscardform', 'Discards the draft of a branding', { writes: true })
  discard(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const change: Change = (client, etag, who) => this.branding.discard(client, etag, who);
    return this.change(visit, by, { change, done: 'discarded' });
  }

  @Get('remove')
  @ConsolePage('adminbrandingremovepage', 'Confirms the removal of a branding')
  async removePage(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const view = await this.branding.get(queryIn(visit, 'client') || null);
    const asksPassword = this.confirmation.asksPassword(by);
    return html(removeBrandingPage({ by, view, etag: etagOf(stateOf(view)), asksPassword }));
  }

  @Post('remove')
  @ConsolePage('adminbrandingremoveform', 'Removes a branding', { writes: true })
  async remove(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const error = await this.confirmation.passwordProblem(visit, by);
    if (error !== null) {
      const view = await this.branding.get(textIn(visit.body, 'client') || null);
      const shown = { by, view, etag: textIn(visit.body, 'etag'), asksPassword: true, error };
      return html(removeBrandingPage(shown), { status: 422 });
    }
    const change: Change = (client, etag, who) => this.branding.remove(client, etag, who);
    return this.change(visit, by, { change, done: 'removed' });
  }

  private async change(
    visit: Visit,
    by: Administrator,
    { change, done, values }: { change: Change; done: string; values?: BrandingPageProps['values'] },
  ): Promise<Shown> {
    const client = textIn(visit.body, 'client');
    const outcome = await refusalOf(change(client || null, textIn(visit.body, 'etag'), by), LABELS);
    if ('done' in outcome) return seeOther(addressOfBranding(client || null, '', { done }));
    return this.refuse(visit, by, { ...outcome, ...(values && { values }) });
  }

  private refuse(visit: Visit, by: Administrator, told: Told): Promise<Shown> {
    return this.show(textIn(visit.body, 'client'), by, told, 422);
  }

  private async show(client: string, by: Administrator, told: Told, status = 200): Promise<Shown> {
    const view = await this.branding.get(client || null);
    const values = FORM.of(view.draft ?? view.live ?? {});
    const asksPassword = this.confirmation.asksPassword(by);
    const etag = etagOf(stateOf(view));
    return html(brandingPage({ by, view, etag, values, asksPassword, ...told }), { status });
  }
}

function fieldIn(visit: Visit): ImageField | null {
  const sent = textIn(visit.body, 'field');
  return IMAGE_NAMES.find((name) => name === sent) ?? null;
}

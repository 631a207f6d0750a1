import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import type { Visit } from '../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { IMAGE_NAMES, BRANDING_FIELDS, type ImageField } from '../../identity/branding/branding.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { labelsOf, onForm } from '../../platform/records/form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { doneIn, etagIn, queryIn, refusalOf, refusedFor } from '../shell/console/sent-form.js';
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
type Change = (client: string | null, etag: string) => Promise<void>;

/** The branding of the server, and with `?client=` that of a client: a draft that is previewed, then published (D233). */
@Console('branding')
export class BrandingConsole {
  constructor(
    private readonly branding: BrandingService,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminbrandingpage', 'The branding of the server or of a client')
  page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.show(visit, queryIn(visit, 'client'), { done: doneIn(visit, DONE) });
  }

  @Post()
  @ConsolePage('adminbrandingsave', 'Saves the draft of a branding', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await FORM.read(visit);
    if ('errors' in sent) return this.refuse(visit, sent);
    const { body, values } = sent;
    const save: Change = (client, etag) => this.branding.saveDraft(client, body, etag, visit.by);
    return this.change(visit, 'drafted', save, { values });
  }

  @Post('image')
  @ConsolePage('adminbrandingimageform', 'Uploads a logo or icon into the draft', {
    writes: true,
    takesLargeBody: true,
  })
  addImage(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, file } = visit;
    return this.change(visit, 'image', async (client, etag) => {
      const field = fieldIn(visit);
      if (!file) throw invalid([{ field: 'data', message: 'must be chosen' }]);
      const { key } = await this.branding.addImage(field, file, by);
      await this.branding.saveDraft(client, { [field]: key }, etag, by);
    });
  }

  @Post('image/remove')
  @ConsolePage('adminbrandingimageremove', 'Takes a logo or icon out of the draft', { writes: true })
  removeImage(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.change(visit, 'drafted', async (client, etag) => {
      await this.branding.saveDraft(client, { [fieldIn(visit)]: null }, etag, visit.by);
    });
  }

  @Post('publish')
  @ConsolePage('adminbrandingpublishform', 'Publishes the draft of a branding', { writes: true })
  async publishForm(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const password = await this.confirmation.passwordProblem(visit);
    if (password !== null) return this.refuse(visit, refusedFor({ password }));
    return this.change(visit, 'published', (...draft) => this.branding.publishDraft(...draft, visit.by));
  }

  @Post('discard')
  @ConsolePage('adminbrandingdiscardform', 'Discards the draft of a branding', { writes: true })
  discard(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.change(visit, 'discarded', (...draft) => this.branding.discard(...draft, visit.by));
  }

  @Get('remove')
  @ConsolePage('adminbrandingremovepage', 'Confirms the removal of a branding')
  async removePage(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const view = await this.branding.get(queryIn(visit, 'client') || null);
    return html(removeBrandingPage({ by, view, etag: etagOf(stateOf(view)), asksPassword }));
  }

  @Post('remove')
  @ConsolePage('adminbrandingremoveform', 'Removes a branding', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const error = await this.confirmation.passwordProblem(visit);
    if (error !== null) {
      const view = await this.branding.get(textIn(visit.body, 'client') || null);
      const shown = { by: visit.by, view, etag: etagIn(visit), asksPassword: true, error };
      return html(removeBrandingPage(shown), { status: 422 });
    }
    return this.change(visit, 'removed', (...branding) => this.branding.remove(...branding, visit.by));
  }

  private async change(visit: ConsoleVisit, done: string, change: Change, typed: Told = {}): Promise<Shown> {
    const client = textIn(visit.body, 'client');
    const outcome = await refusalOf(change(client || null, etagIn(visit)), LABELS);
    if ('done' in outcome) return seeOther(addressOfBranding(client || null, '', { done }));
    return this.refuse(visit, { ...outcome, ...typed });
  }

  private refuse(visit: ConsoleVisit, told: Told): Promise<Shown> {
    return this.show(visit, textIn(visit.body, 'client'), told, 422);
  }

  private async show(
    { by, asksPassword }: ConsoleVisit,
    client: string,
    told: Told,
    status = 200,
  ): Promise<Shown> {
    const view = await this.branding.get(client || null);
    const values = FORM.of(view.draft ?? view.live ?? {});
    const etag = etagOf(stateOf(view));
    return html(brandingPage({ by, view, etag, values, asksPassword, ...told }), { status });
  }
}

/** @throws ProblemError invalid */
function fieldIn(visit: Visit): ImageField {
  const sent = textIn(visit.body, 'field');
  const field = IMAGE_NAMES.find((name) => name === sent);
  if (!field) throw invalid([{ field: 'field', message: 'must be one of the list' }]);
  return field;
}

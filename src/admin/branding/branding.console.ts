import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { type Visit, CurrentVisit } from '../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import type { ConvertedImage } from '../../identity/branding/brand-images.js';
import { IMAGE_NAMES, BRANDING_FIELDS, type ImageField } from '../../identity/branding/branding.fields.js';
import { doneIn, textIn, ticked } from '../../platform/checks/form.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { labelsOf, onForm } from '../../platform/records/typed-form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { editorIn, type Editor } from '../shell/access/editor.js';
import { RecordForm } from '../shell/console/record-form.js';
import {
  etagIn,
  queryIn,
  doneOrRefused,
  refusedFor,
  type FormErrors,
  type Refused,
} from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { BrandingChange } from './branding.args.js';
import { removalOf } from './branding-form.js';
import {
  addressOfBranding,
  brandingPage,
  removeBrandingPage,
  type BrandingPageProps,
} from './branding.page.js';
import { BrandingService, versionOfBranding, type Drawn } from './branding.service.js';
import { clientLook, serverLook } from '../../identity/branding/brandings.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { PREVIEWS, previewOf, type Preview } from './previews.js';

const DONE: Readonly<Record<string, string>> = {
  drafted: 'Draft saved. Nobody sees it before it is published.',
  published: 'Published. It takes effect on every node within 5 seconds.',
  discarded: 'Draft discarded.',
  removed: 'Branding removed.',
};
/**
 * A preview runs and sends nothing, so it can take no password: the form beside it, and no other site, has it in a frame
 * (D359). A mail has its styles inline.
 */
const ALLOWED =
  "default-src 'none'; img-src 'self'; font-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
const OF_PAGES = `${ALLOWED}; style-src 'self'`;
const OF_MAILS = `${ALLOWED}; style-src 'unsafe-inline'`;
const LABELS = labelsOf(BRANDING_FIELDS);
const FORM = new RecordForm(onForm(BRANDING_FIELDS), BrandingChange, LABELS);

type Told = Partial<Omit<BrandingPageProps, 'by' | 'view' | 'etag'>>;
type Change = (client: string | null, by: Editor) => Promise<void>;

/** The branding of the server, and with `?client=` that of a client: a draft that is previewed, then published (D233). */
@Console('branding')
export class BrandingConsole {
  constructor(
    private readonly branding: BrandingService,
    private readonly confirmation: Confirmation,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @ConsolePage('adminbrandingpage', 'The branding of the server or of a client')
  page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.show(visit, queryIn(visit, 'client'), { done: doneIn(visit, DONE) });
  }

  @Post()
  @ConsolePage('adminbrandingsave', 'Saves the draft of a branding, with its images', {
    writes: true,
    takesLargeBody: true,
  })
  async save(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const removed = IMAGE_NAMES.filter((name) => ticked(textIn(visit.body, removalOf(name))));
    const sent = await FORM.read(visit, Object.fromEntries(removed.map((name) => [name, null])));
    const { drawn, errors } = await this.drawn(visit);
    const values = { ...sent.values, ...Object.fromEntries(removed.map((name) => [removalOf(name), true])) };
    const again = (refused: Refused): Told => ({
      ...refused,
      errors: { ...forgotten(drawn), ...refused.errors },
      values,
    });
    if ('errors' in sent) return this.refuse(visit, again(refusedFor({ ...sent.errors, ...errors })));
    if (Object.keys(errors).length > 0) return this.refuse(visit, again(refusedFor(errors)));
    const save: Change = (client, by) => this.branding.saveDraft(client, sent.body, by, drawn);
    return this.change(visit, 'drafted', save, again);
  }

  @Post('publish')
  @ConsolePage('adminbrandingpublishform', 'Publishes the draft of a branding', { writes: true })
  async publishForm(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const password = await this.confirmation.passwordProblem(visit);
    if (password !== null) return this.refuse(visit, refusedFor({ password }));
    return this.change(visit, 'published', (...draft) => this.branding.publishDraft(...draft));
  }

  @Post('discard')
  @ConsolePage('adminbrandingdiscardform', 'Discards the draft of a branding', { writes: true })
  discard(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.change(visit, 'discarded', (...draft) => this.branding.discard(...draft));
  }

  @Get('remove')
  @ConsolePage('adminbrandingremovepage', 'Confirms the removal of a branding')
  async removePage(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const view = await this.branding.get(queryIn(visit, 'client') || null);
    return html(removeBrandingPage({ by, view, etag: etagOf(versionOfBranding(view)), asksPassword }));
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
    return this.change(visit, 'removed', (...branding) => this.branding.remove(...branding));
  }

  /** Shows a page or a mail as it will look once the draft is published. */
  @Get('preview')
  @ConsolePage('adminbrandingpreview', 'Previews a branding before it is live')
  async preview(@CurrentVisit() visit: Visit): Promise<Shown> {
    const client = queryIn(visit, 'client') || null;
    const preview = queryIn(visit, 'page') as Preview;
    if (!PREVIEWS.some(({ key }) => key === preview)) throw notFound(`preview ${JSON.stringify(preview)}`);
    const { live, draft } = await this.branding.get(client);
    const record = draft ?? live;
    const server = client === null ? serverLook(record) : serverLook((await this.branding.get(null)).live);
    const look = client === null || record === null ? server : clientLook(server, record);
    const { publicUrl: site } = this.config;
    const page = previewOf(preview, look, { client: client ?? 'Example application', site });
    const policy = preview === 'mail' ? OF_MAILS : OF_PAGES;
    return html(page, {
      headers: { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' },
    });
  }

  /** The images that were sent, drawn anew, and what is wrong with the others. */
  private async drawn(visit: ConsoleVisit): Promise<{ drawn: Drawn; errors: FormErrors }> {
    const drawn = new Map<ImageField, ConvertedImage>();
    let errors: FormErrors = {};
    for (const name of IMAGE_NAMES) {
      const file = visit.fileOf(name);
      if (!file) continue;
      const outcome = await doneOrRefused(this.branding.draw(name, file), LABELS);
      if ('done' in outcome) drawn.set(name, outcome.done);
      else errors = { ...errors, ...outcome.errors };
    }
    return { drawn, errors };
  }

  private async change(
    visit: ConsoleVisit,
    done: string,
    change: Change,
    again: (refused: Refused) => Told = (refused) => refused,
  ): Promise<Shown> {
    const client = textIn(visit.body, 'client');
    const outcome = await doneOrRefused(change(client || null, editorIn(visit)), LABELS);
    if ('done' in outcome) return seeOther(addressOfBranding(client || null, '', { done }));
    return this.refuse(visit, again(outcome));
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
    const etag = etagOf(versionOfBranding(view));
    return html(brandingPage({ by, view, etag, values, asksPassword, ...told }), { status, hasFrame: true });
  }
}

/** Browsers forget the files of a form that they show again. */
function forgotten(drawn: Drawn): FormErrors {
  const names = [...drawn.keys()];
  return Object.fromEntries(
    names.map((name) => [name, `${LABELS[name]} must be chosen again: nothing was saved.`]),
  );
}

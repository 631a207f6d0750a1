import { Get } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { clientLook, serverLook } from '../../identity/branding/brandings.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { queryIn } from '../shell/console/sent-form.js';
import { BrandingService } from './branding.service.js';
import { PREVIEWS, previewOf, type Preview } from './previews.js';

/** Nothing can be sent from a preview, so nobody types a password into it; a mail has its styles inline. */
const ALLOWED =
  "default-src 'none'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const OF_PAGES = `${ALLOWED}; script-src 'self'; style-src 'self'`;
const OF_MAILS = `${ALLOWED}; style-src 'unsafe-inline'`;

/** Pages and a mail as they will look once the draft is published. */
@Console('branding/preview')
export class BrandingPreviewConsole {
  constructor(
    private readonly branding: BrandingService,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @ConsolePage('adminbrandingpreview', 'Previews a branding before it is live')
  async show(@CurrentVisit() visit: Visit): Promise<Shown> {
    const client = queryIn(visit, 'client') || null;
    const preview = queryIn(visit, 'page') as Preview;
    if (!PREVIEWS.some(({ key }) => key === preview)) throw notFound(`preview ${JSON.stringify(preview)}`);
    const { live, draft } = await this.branding.get(client);
    const record = draft ?? live;
    const server = client === null ? serverLook(record) : serverLook((await this.branding.get(null)).live);
    const look = client === null || record === null ? server : clientLook(server, record);
    const { publicUrl: site } = this.config;
    const page = previewOf(preview, look, { client: client ?? 'Example application', site });
    return html(page, { headers: { 'Content-Security-Policy': preview === 'mail' ? OF_MAILS : OF_PAGES } });
  }
}

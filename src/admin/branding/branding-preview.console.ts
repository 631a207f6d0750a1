import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clientLook, serverLook } from '../../identity/branding/brandings.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
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
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const client = queryIn(request, 'client') || null;
    const preview = queryIn(request, 'page') as Preview;
    if (!PREVIEWS.some(({ key }) => key === preview)) throw notFound(`preview ${JSON.stringify(preview)}`);
    const { live, draft } = await this.branding.get(client);
    const record = draft ?? live;
    const server = client === null ? serverLook(record) : serverLook((await this.branding.get(null)).live);
    const look = client === null || record === null ? server : clientLook(server, record);
    const { publicUrl: site } = this.config;
    response.set('Content-Security-Policy', preview === 'mail' ? OF_MAILS : OF_PAGES);
    response.type('html').send(previewOf(preview, look, { client: client ?? 'Example application', site }));
  }
}

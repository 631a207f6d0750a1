import { Get, Header, Param } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { redirect, type Shown } from '../platform/operations/shown.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { SHORT_LINKS } from '../identity/notifications/short-link.js';
import { OpenPage } from '../platform/operations/declare.js';

/** Short links in text messages, which have no room for the whole address (D369). */
@OpenPages(SHORT_LINKS)
export class ShortLinkController {
  constructor(private readonly links: MailedLinks) {}

  @Get(':token')
  @Header('Referrer-Policy', 'no-referrer')
  @OpenPage('shortlink', 'Leads to the page of a link in a text message', {
    because: 'It does nothing: the page that it leads to judges the link.',
    answers: { 302: null },
  })
  async follow(@Param('token') token: string): Promise<Shown> {
    return redirect(302, await this.links.pathOf(token));
  }
}

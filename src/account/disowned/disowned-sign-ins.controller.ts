import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { KeptBrowser } from '../../identity/sessions/kept-browser.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { readerOf } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { disownedSignInPage } from './disowned-sign-in.page.js';
import { DisownedSignIns } from './disowned-sign-ins.js';

/** "I don't recognise this sign-in" (D338). */
@AccountPages('account/sign-ins/:id')
export class DisownedSignInsController {
  constructor(
    private readonly disowned: DisownedSignIns,
    private readonly browser: KeptBrowser,
    private readonly clock: Clock,
  ) {}

  @Get()
  @AccountPage('accountsignin', 'Asks whether a sign-in is not recognised', { isSensitive: true })
  async ask(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const found = isLong(id) ? await this.disowned.find(visit.account.accountId, id) : null;
    if (!found) return seeOther(SECTIONS.devices); // no longer kept
    return html(disownedSignInPage(readerOf(visit), found, this.clock.now()));
  }

  @Post()
  @AccountPage(
    'accountdisown',
    'Ends a sign-in that is not recognised, with what was made in it',
    formOn('/account/sign-ins/:id'),
  )
  async disown(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const kept = this.browser.of(visit);
    if (isLong(id)) await this.disowned.disown(byUser(visit), id, kept);
    return seeOther(SECTIONS.signIn); // where the password is changed, and what is out of use stands
  }
}

import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { CurrentOwnVisit, type OwnVisit } from '../identity/sessions/own-visit.js';
import { keptBrowserOf } from '../identity/sessions/kept-browser.js';
import { AccountPage, formOn } from '../platform/operations/declare.js';
import { isLong, type Long } from '../platform/operations/long.js';
import { readerOf } from '../platform/pages/reader.js';
import { Clock } from '../platform/security/clock.js';
import { SECTIONS } from './frame/account-frame.js';
import { byUser, type ActingUser } from './frame/by-user.js';
import { disownedSignInPage } from './disowned-sign-in.page.js';
import { Notices } from '../identity/notifications/notices.js';
import { heldRank } from '../identity/sign-ins/held-rank.js';
import { holdSignIn } from '../identity/sessions/hold-sign-in.js';
import { beganBy, type SignInView } from '../identity/sign-ins/sign-ins-of.js';
import { Remedies, type ThisBrowser } from '../identity/accounts/remedies.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';

/** "I don't recognise this sign-in": it ends with what was made in it (D338). */
@AccountPages('account/sign-ins/:id')
export class DisownedSignInsController {
  constructor(
    private readonly database: Database,
    private readonly remedies: Remedies,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  @Get()
  @AccountPage('accountsignin', 'Asks whether a sign-in is not recognised', { isSensitive: true })
  async ask(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const found = isLong(id) ? await this.find(visit.account.accountId, id) : null;
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
    const kept = keptBrowserOf(visit);
    if (isLong(id)) await this.end(byUser(visit), id, kept);
    return seeOther(SECTIONS.signIn); // this page changes the password, and lists what is suspended
  }

  /** Returns the sign-in that began it, where `id` is a further proof. */
  private find(accountId: Long, id: Long): Promise<SignInView | null> {
    return beganBy(this.database.dataSource.manager, accountId, id);
  }

  /** A sign-in of another account, or one that is no longer kept, is no error. */
  private end(by: ActingUser, id: Long, kept: ThisBrowser): Promise<void> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, by);
      const began = await beganBy(tx, accountId, id);
      if (!began) return;
      const beganId = began.id;
      // Before the remedy, so that an address that was added in this sign-in gets it too: it may be the owner's after all.
      await this.notices.add(tx, accountId, { kind: 'signInDisowned' });
      const resting = { beganId, rank: await heldRank(tx, held, this.clock.now()) };
      await this.remedies.apply(tx, 'disownSignIn', accountId, kept, resting);
      const event = { action: 'signin.disowned', outcome: 'ok', target: `signin:${beganId}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
    });
  }
}

import { Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { OwnFactors } from './own-factors.js';
import { OwnRecovery } from '../recovery/own-recovery.js';

/** Whoever has the second factor keeps it: stops the recovery of an account whose factor is not lost (D334). */
@AccountPages('account/second-factor')
export class KeptFactorController {
  constructor(
    private readonly recovery: OwnRecovery,
    private readonly factors: OwnFactors,
  ) {}

  @Post('keep')
  @AccountPage(
    'accountfactorkeep',
    'Stops the recovery of an account: its second factor stays',
    formOn(SECOND_FACTOR),
  )
  async keep(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const outcome = await this.recovery.stopByFactor(byUser(visit));
    if (outcome === 'tooYoung')
      return followUp(this.factors.show(visit, { error: 'factorTooYoung' }, { status: 400 }));
    if (!outcome) return seeOther(SECOND_FACTOR); // it was over
    return html(notePage(readerOf(visit, { path: SECOND_FACTOR }), 'recovery.stopped'));
  }
}

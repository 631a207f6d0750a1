import { Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { lineIn } from '../../platform/checks/form.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { isLong } from '../../platform/operations/long.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { SUSPENDED_KINDS, SuspendedWays } from './suspended-ways.js';

/** Takes ways in back that a remedy took out of use (D338). */
@AccountPages('account/suspended')
export class SuspendedWaysController {
  constructor(private readonly suspended: SuspendedWays) {}

  @Post()
  @AccountPage('accountrestore', 'Takes a way in back that is out of use', formOn(SECTIONS.signIn))
  async restore(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const [kind, id] = [lineIn(visit.body, 'kind'), lineIn(visit.body, 'id')];
    const known = SUSPENDED_KINDS.find((each) => each === kind);
    const isKnown = known !== undefined && isLong(id);
    const outcome = isKnown ? await this.suspended.restore(byUser(visit), known, id) : 'done';
    return seeOther(`${SECTIONS.signIn}${outcome === 'waits' ? '?suspended=waits#suspended' : ''}`);
  }
}

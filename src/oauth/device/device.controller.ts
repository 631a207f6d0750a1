import { Get, Post, Query } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import type { Visit } from '../../platform/operations/visit.js';
import { Outcomes } from '../../identity/mailed-links/outcomes.js';
import { CurrentOwnVisit, requireProof, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { DecisionForm } from '../../identity/sessions/decision-form.js';
import { refusalOf } from '../../identity/sessions/form-refusal.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { FormField, lineIn, readForm } from '../../platform/checks/form.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { lookOf } from '../../platform/pages/look.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { attachedPreferences, readerOf } from '../../platform/pages/reader.js';
import { orSignIn, SignInRequired } from '../../platform/errors/sign-in-required.js';
import { signInPath } from '../../platform/pages/sign-in-path.js';
import { DeviceDecisions, NoSuchCode, type AskingDevice } from './device-decisions.js';
import { DEVICE_PATH } from './device-path.js';
import { deviceCodePage, deviceConsentPage } from './device.page.js';
import { plainUserCode, shownUserCode } from './user-code.js';

/** The answer to the question, with the code that it is about. */
class DeviceDecisionForm extends DecisionForm {
  @FormField()
  user_code!: string;
}

/**
 * The pages where a person types the code of a device and decides (RFC 8628 §3.3, D271). People sign in first, so that a
 * person who guesses codes is known; they confirm by hand on every page, so that a link by itself authorizes nothing.
 */
@AccountPages(DEVICE_PATH)
export class DeviceController {
  constructor(
    private readonly decisions: DeviceDecisions,
    private readonly signIn: SignIn,
    private readonly outcomes: Outcomes,
  ) {}

  /** The code of a `verification_uri_complete` stands in the field; nothing is looked up before it is sent. */
  @Get()
  @AccountPage('device', 'Takes the code that a device shows')
  show(@CurrentOwnVisit() visit: OwnVisit, @Query() sent: unknown): Shown {
    const typed = lineIn(sent, 'user_code');
    requireProof(visit, pathWith(typed), 'signIn');
    return codePage(visit, typed);
  }

  @Post()
  @AccountPage('devicecode', 'Asks whether the device with this code may go on', {
    writes: true,
    shows: 'answer',
  })
  async ask(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const { address } = visit;
    const typed = lineIn(visit.body, 'user_code');
    requireProof(visit, pathWith(typed), 'signIn');
    try {
      return questionPage(visit, await this.decisions.find(typed, visit.account.accountId, address));
    } catch (cause) {
      return refusalPage(visit, typed, cause);
    }
  }

  @Post('decision')
  @AccountPage('devicedecision', "The user's decision on a device", { writes: true })
  async decide(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const { accountId } = visit.account;
    const { address } = visit;
    const {
      user_code: typed,
      decision,
      account: named,
    } = (await readForm(DeviceDecisionForm, visit.body)).values;
    if (decision === 'allow') requireProof(visit, pathWith(typed), 'signIn');
    const who = await this.signIn.current(visit);
    // The page named an account: its decision does not count for another account that signed in meanwhile in another tab.
    if (who === null || named !== accountId) return seeOther(pathWith(typed));
    try {
      const asking = await this.decisions.find(typed, accountId, address);
      const isAllowed = decision === 'allow';
      const decided = this.decisions[isAllowed ? 'allow' : 'deny'](asking, { ...who, address });
      if ((await orSignIn(decided)) === null) throw new SignInRequired(pathWith(typed));
      const { id: ofClient, name: clientName } = asking.client;
      return this.outcomes.tell(
        isAllowed ? 'device.allowed' : 'device.denied',
        { clientName, ofClient },
        attachedPreferences(visit),
      );
    } catch (cause) {
      return refusalPage(visit, typed, cause);
    }
  }
}

function questionPage(visit: OwnVisit, { code, client, scopes, resources }: AskingDevice): Shown {
  const path = pathWith(code);
  const props = {
    ...{ code, scopes, resources, account: visit.account },
    action: `${DEVICE_PATH}/decision`,
    switchPath: signInPath(path),
    clientName: client.name,
    homepageUrl: client.homepageUrl,
    look: lookOf(client.id),
  };
  return html(deviceConsentPage(readerOf(visit, { path }), props));
}

/** The field once more, and why. @throws what is no refusal of a code */
function refusalPage(visit: Visit, typed: string, cause: unknown): Shown {
  if (cause instanceof NoSuchCode) return codePage(visit, typed, 'noSuchCode', { status: 400 });
  const { key, ...answering } = refusalOf(cause);
  return codePage(visit, typed, key, answering);
}

function codePage(visit: Visit, typed: string, error?: ErrorKey, answering?: Answering): Shown {
  const reader = readerOf(visit, { path: pathWith(typed) });
  return html(deviceCodePage(reader, { action: DEVICE_PATH, code: shownOf(typed), error }), answering);
}

/** Back to the field with the code in it, as a device's QR code has it. */
function pathWith(typed: string): string {
  const code = plainUserCode(typed);
  return code === null ? DEVICE_PATH : `${DEVICE_PATH}?user_code=${shownUserCode(code)}`;
}

/** A code as devices show it, anything else as it was typed. */
function shownOf(typed: string): string {
  const code = plainUserCode(typed);
  return code === null ? typed : shownUserCode(code);
}

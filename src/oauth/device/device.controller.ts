import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { CurrentAccount, requireProof } from '../../identity/sessions/current-account.js';
import { DecisionForm } from '../../identity/sessions/decision-form.js';
import { refuse } from '../../identity/sessions/form-refusal.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { FormField, readForm } from '../../platform/checks/form.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { lookOf } from '../../platform/pages/look.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { orSignIn, SignInRequired } from '../../platform/errors/sign-in-required.js';
import { signInPath } from '../../platform/pages/sign-in-path.js';
import { DeviceDecisions, NoSuchCode, type AskingDevice } from './device-decisions.js';
import { DEVICE_PATH } from './device-path.js';
import { deviceCodePage, deviceConsentPage } from './device.page.js';
import { plainUserCode, shownUserCode } from './user-code.js';

class CodeForm {
  @FormField()
  user_code!: string;
}

/** The answer to the question, with the code that it is about. */
class DeviceDecisionForm extends DecisionForm {
  @FormField()
  user_code!: string;
}

/**
 * Where a person types the code of a device and decides (RFC 8628 §3.3, D271): signed in first, so that whoever guesses
 * codes is known; and on every page by hand, so that a link alone authorizes nothing.
 */
@ApiExcludeController()
@Controller(DEVICE_PATH)
export class DeviceController {
  constructor(
    private readonly decisions: DeviceDecisions,
    private readonly signIn: SignIn,
  ) {}

  /** The code of a `verification_uri_complete` stands in the field; nothing is looked up before it is sent. */
  @Get()
  @AccountPage('device', 'Takes the code that a device shows')
  async show(@Query() sent: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { user_code: typed } = (await readForm(CodeForm, sent)).values;
    requireProof(request, pathWith(typed), 'signIn');
    sendCodePage(request, response, typed);
  }

  @Post()
  @HttpCode(200)
  @AccountPage('devicecode', 'Asks whether the device with this code may go on', { writes: true })
  async ask(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { address } = exchangeOf(request).origin;
    const { user_code: typed } = (await readForm(CodeForm, request.body)).values;
    requireProof(request, pathWith(typed), 'signIn');
    const asking = await this.decisions
      .find(typed, account.accountId, address)
      .catch((cause: unknown) => sendRefusal(request, response, typed, cause));
    if (asking) sendQuestion(request, response, asking, account);
  }

  @Post('decision')
  @HttpCode(200)
  @AccountPage('devicedecision', "The user's decision on a device", { writes: true })
  async decide(
    @CurrentAccount() { accountId }: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { address } = exchangeOf(request).origin;
    const {
      user_code: typed,
      decision,
      account: named,
    } = (await readForm(DeviceDecisionForm, request.body)).values;
    if (decision === 'allow') requireProof(request, pathWith(typed), 'signIn');
    const who = await this.signIn.current(request, response);
    // The page named an account: nobody decides for another one that signed in meanwhile in another tab.
    if (who === null || named !== accountId) return response.redirect(303, pathWith(typed));
    try {
      const asking = await this.decisions.find(typed, accountId, address);
      const isAllowed = decision === 'allow';
      await orSignIn(this.decisions[isAllowed ? 'allow' : 'deny'](asking, { ...who, address }), () => {
        throw new SignInRequired(pathWith(typed));
      });
      sendOutcome(request, response, asking, isAllowed);
    } catch (cause) {
      sendRefusal(request, response, typed, cause);
    }
  }
}

function sendQuestion(
  request: Request,
  response: Response,
  { code, client, scopes }: AskingDevice,
  { accountId, name: accountName }: AccountInformationView,
): void {
  const path = pathWith(code);
  const props = {
    ...{ code, scopes, accountId, accountName },
    action: `${DEVICE_PATH}/decision`,
    switchPath: signInPath(path),
    clientName: client.name,
    homepageUrl: client.homepageUrl,
    look: lookOf(client.id),
  };
  response.type('html').send(deviceConsentPage(readerOf(request, { path }), props));
}

function sendOutcome(
  request: Request,
  response: Response,
  { client: { id: ofClient, name: clientName } }: AskingDevice,
  isAllowed: boolean,
): void {
  const reader = readerOf(request, { path: DEVICE_PATH });
  const key = isAllowed ? 'device.allowed' : 'device.denied';
  response.type('html').send(notePage(reader, key, { clientName, ofClient }));
}

/** The field once more, and why. @throws what is no refusal of a code */
function sendRefusal(request: Request, response: Response, typed: string, cause: unknown): null {
  const isWrong = cause instanceof NoSuchCode;
  const error = isWrong ? 'noSuchCode' : refuse(response, cause);
  if (isWrong) response.status(400);
  sendCodePage(request, response, typed, error);
  return null;
}

function sendCodePage(request: Request, response: Response, typed: string, error?: ErrorKey): void {
  const reader = readerOf(request, { path: pathWith(typed) });
  response.type('html').send(deviceCodePage(reader, { action: DEVICE_PATH, code: shownOf(typed), error }));
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

import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Long } from '../../platform/operations/long.js';
import { SecondFactors } from '../factors/second-factors.js';
import { PASSKEY_ACR, PASSWORD_ACR, TWO_FACTORS_ACR, type Acr } from './acr.js';
import type { SignedIn } from './sign-in.js';

/** Where a browser goes on after its second step, as the page decides that sends it there. */
export interface GoingOn {
  /** A path of this server. */
  readonly next: string;
  /** A URL of a client to which `next` may redirect at once. */
  readonly formTarget?: string;
  /** The client in whose look the pages are. */
  readonly lookOf?: Long | null;
}

/** Keeps who is signed in until the second factor is given. @returns the address of the page that asks for it */
export type SecondStep = (
  who: SignedIn,
  on: GoingOn,
  request: Request,
  response: Response,
) => Promise<string>;

/**
 * Makes a sign-in stronger that is there already. The pages of the second step, and the passkeys, register themselves;
 * without them nobody reaches more than a password.
 */
@Injectable()
export class StrongerSignIns {
  private step: SecondStep | null = null;
  private hasPasskey: (accountId: Long) => Promise<boolean> = () => Promise.resolve(false);

  constructor(private readonly factors: SecondFactors) {}

  askBy(step: SecondStep): void {
    this.step = step;
  }

  findPasskeysBy(hasPasskey: (accountId: Long) => Promise<boolean>): void {
    this.hasPasskey = hasPasskey;
  }

  /** The strongest sign-in that the account can make. */
  async reachOf(accountId: Long): Promise<Acr> {
    if (this.step === null) return PASSWORD_ACR;
    if (await this.hasPasskey(accountId)) return PASSKEY_ACR;
    return (await this.factors.isRequiredOf(accountId)) ? TWO_FACTORS_ACR : PASSWORD_ACR;
  }

  /** @returns the address of the page to redirect to; it opens the session anew, by both, and goes on */
  async ask(who: SignedIn, on: GoingOn, request: Request, response: Response): Promise<string> {
    if (this.step === null) throw new Error('no module registers the pages of the second step');
    return this.step(who, on, request, response);
  }
}

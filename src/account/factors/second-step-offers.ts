import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import type { PendingSignIn } from '../../identity/sessions/authentication.js';
import type { Reader } from '../../platform/pages/reader.js';

/** What the page of the second step shows above its form for whoever is asked; null: nothing. */
type Offer = (pending: PendingSignIn, reader: Reader) => Promise<ComponentChildren>;

/** Other ways to make the second step than by a code: each brings its own form, and ends in `SecondStep.complete`. */
@Injectable()
export class SecondStepOffers {
  private readonly offers: Offer[] = [];

  add(offer: Offer): void {
    this.offers.push(offer);
  }

  of(pending: PendingSignIn, reader: Reader): Promise<ComponentChildren[]> {
    return Promise.all(this.offers.map((offer) => offer(pending, reader)));
  }
}

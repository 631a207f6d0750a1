import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { ProviderVisit } from './provider-visit.entity.js';

const LIFETIME_MS = 10 * MINUTE;

/** Why a browser was sent to a provider. */
export type Purpose = PersonsPurpose | TryPurpose;

export type PersonsPurpose =
  | { readonly kind: 'signIn'; readonly next: string }
  | { readonly kind: 'connect' }
  | { readonly kind: 'confirm'; readonly next: string }
  | { readonly kind: 'invitation'; readonly token: string };

/** An administrator sees what comes back; nobody is signed in (D297). */
export interface TryPurpose {
  readonly kind: 'try';
  /** null: a client that acts for itself. */
  readonly by: Long | null;
}

/** On its way to the provider. */
export interface Journey {
  readonly step: 'away';
  readonly purpose: Purpose;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Came back with an identity that no account here is connected with: its user is asked. */
export interface Question {
  readonly step: 'back';
  readonly subject: string;
  /** The provider's name for its user, which this person will recognize. */
  readonly label: string;
}

/** Came back from a try: what its administrator is shown. */
export interface Trial {
  readonly step: 'tried';
  readonly by: Long | null;
  readonly outcome: TrialOutcome;
}

export type TrialOutcome =
  | { readonly problem: string }
  | {
      readonly issuer: string;
      readonly subject: string;
      /** What its user is called on the page that asks whether to connect. */
      readonly label: string;
      readonly algorithm: string;
      readonly acr: string | null;
      readonly amr: string | null;
      /** In seconds, as the claim is. */
      readonly authTime: number | null;
      /** Names of all claims. */
      readonly claims: readonly string[];
    };

type Step = Journey | Question | Trial;

interface Visit<D extends Step> {
  readonly providerId: string;
  readonly data: D;
  readonly createdAt: Date;
}

/** Browsers between here and a provider: each step is bound to its browser, and taken once (D258). */
@Injectable()
export class ProviderVisits {
  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** @returns the secret that names it: a `state`, or the token of a page */
  async begin(providerId: string, browserDigest: Buffer, data: Step): Promise<string> {
    const token = randomSecret();
    const digest = digestOf(token);
    const createdAt = this.clock.now();
    await this.database.dataSource.manager.insert(ProviderVisit, {
      digest,
      browserDigest,
      providerId,
      sealedData: this.sealer.seal('provider visit', Buffer.from(JSON.stringify(data)), digest),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
    });
    return token;
  }

  /** Does not use it up: a GET may repeat (D71). null: it is unknown, used, expired, or another browser's. */
  async find<D extends Step>(
    token: string,
    step: D['step'],
    browsers: readonly Buffer[],
  ): Promise<Visit<D> | null> {
    const row = await this.database.dataSource.manager.findOneBy(ProviderVisit, {
      digest: digestOf(token),
      browserDigest: In(browsers),
      expiresAt: MoreThan(this.clock.now()),
    });
    return row ? this.read<D>(row, step) : null;
  }

  /** Uses it up by one atomic statement: of two at once one gets it. */
  async take(token: string, tx?: Transaction): Promise<boolean> {
    const manager = tx ?? this.database.dataSource.manager;
    const { affected } = await manager.delete(ProviderVisit, { digest: digestOf(token) });
    return affected === 1;
  }

  private read<D extends Step>(row: ProviderVisit, step: D['step']): Visit<D> | null {
    const { digest, providerId, sealedData, createdAt } = row;
    const opened = this.sealer.tryOpen('provider visit', sealedData, digest);
    const data = opened === null ? null : (JSON.parse(opened.toString()) as D);
    return data?.step === step ? { providerId, data, createdAt } : null;
  }
}

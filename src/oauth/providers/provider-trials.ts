import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import * as openid from 'openid-client';
import { ensureBrowser } from '../../identity/sign-ins/browser-cookie.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { OutsideFetchError } from '../../platform/security/outside-fetch.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { metadataAddress, ProviderClients } from './provider-clients.js';
import { judgeMetadata, shown, type Finding } from './provider-metadata.js';
import {
  causesOf,
  ProviderSignIns,
  type Arrival,
  type ProviderRefusal,
  type Traveller,
} from './provider-sign-ins.js';
import { backFromTrialPage } from './provider-trial.page.js';
import { ProviderVisits, type Trial, type TrialOutcome, type TryPurpose } from './provider-visits.js';

const MOST_CLAIMS = 50;
/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799;

/** What a provider says of itself now, and the way to it; null: there is none with such metadata. */
export interface BegunTrial {
  readonly findings: readonly Finding[];
  readonly to: string | null;
}

/** Lets administrators try a provider: its metadata, and a whole way there and back that signs nobody in (D297). */
@Injectable()
export class ProviderTrials {
  constructor(
    private readonly clients: ProviderClients,
    private readonly signIns: ProviderSignIns,
    private readonly visits: ProviderVisits,
    private readonly audit: AuditLog,
  ) {}

  /** @throws BudgetSpent */
  async begin(provider: IdentityProvider, by: Long | null, traveller: Traveller): Promise<BegunTrial> {
    const name = 'Metadata';
    const address = metadataAddress(provider.issuer);
    let findings: Finding[];
    try {
      const metadata = await this.clients.metadataOf(provider);
      findings = [{ name, result: 'ok', detail: address }, ...judgeMetadata(provider, metadata)];
    } catch (cause) {
      return { findings: [{ name, result: 'problem', detail: `${address}: ${told(cause)}.` }], to: null };
    }
    this.clients.readAnew(provider); // what people meet now is what was just read
    const begun = await this.signIns.begin(provider.id, { kind: 'try', by }, traveller);
    if (begun !== null && 'to' in begun) return { findings, to: begun.to };
    return { findings: [...findings, ...unless(findings, begun)], to: null };
  }

  /** Keeps what came back for ten minutes, for this browser and its administrator, and leads there. */
  async receive(back: Arrival | ProviderRefusal, { by }: TryPurpose, visit: Visit): Promise<Shown> {
    const provider = back.provider as IdentityProvider; // a known purpose comes with a known provider
    const { address } = visit;
    const outcome = outcomeOf(back);
    const reason = 'problem' in back ? { details: { reason: back.reason } } : {};
    await this.audit.record({
      action: 'provider.tried',
      outcome: 'problem' in back ? 'refused' : 'ok',
      ...{ accountId: by, address, target: `provider:${provider.id}`, ...reason },
    });
    const trial: Trial = { step: 'tried', by, outcome };
    const token = await this.visits.begin(provider.id, ensureBrowser(visit), trial);
    const to = `/admin/providers/${provider.id}/try/${token}`;
    // The console's cookie is not sent on a way that began elsewhere, but on one that begins on a page of this server.
    return html(backFromTrialPage(provider.name, to), { headers: { Refresh: `0; url=${to}` } });
  }

  /** Does not use the trial up: a GET may repeat. null: it expired, or belongs to another browser, provider or administrator. */
  async find(
    token: string,
    providerId: string,
    by: Long | null,
    browsers: readonly Buffer[],
  ): Promise<TrialOutcome | null> {
    const visit = await this.visits.find<Trial>(token, 'tried', browsers);
    return visit?.providerId === providerId && visit.data.by === by ? visit.data.outcome : null;
  }
}

/** What stopped the way there, if nothing said so yet. */
function unless(findings: readonly Finding[], refusal: ProviderRefusal | null): Finding[] {
  if (refusal === null || findings.some(({ result }) => result === 'problem')) return [];
  return [{ name: 'Sign-in', result: 'problem', detail: `${told(refusal.cause)}.` }];
}

function outcomeOf(back: Arrival | ProviderRefusal): TrialOutcome {
  if ('problem' in back) return { problem: problemOf(back) };
  const { subject, label, algorithm, claims } = back;
  const { iss: issuer, acr, amr, auth_time: authTime } = claims;
  return {
    ...{ issuer, subject, label, algorithm },
    acr: acr === undefined ? null : shown(acr),
    amr: amr === undefined ? null : shown(amr),
    authTime: isTime(authTime) ? authTime : null,
    claims: Object.keys(claims).slice(0, MOST_CLAIMS).map(shown),
  };
}

/** Seconds that a page can show as a time. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LAST_TIME;
}

/** A sentence or two; what the provider wrote is in it, for its administrator. */
function problemOf({ problem, reason, cause }: ProviderRefusal): string {
  if (cause instanceof openid.AuthorizationResponseError) {
    const { error, error_description: description } = cause;
    const said = description === undefined ? '' : `: ${shown(description)}`;
    return `It answered the error ${shown(error)}${said}.`;
  }
  const answered = causesOf(cause).find((each) => each instanceof OutsideFetchError)?.status;
  const isRefused = problem === 'failed' && (answered === 400 || answered === 401);
  const text = cause === undefined ? reason : told(cause);
  return `${text}.${isRefused ? ' Check the client id and the client secret.' : ''}`;
}

/** One line without anything that was sent, from the outermost reason to the innermost. */
function told(cause: unknown): string {
  const all = causesOf(cause);
  const last = all.findIndex((each) => each instanceof OutsideFetchError);
  const messages = (last === -1 ? all : [all[last]]).map(({ message }) => message);
  return [...new Set(messages)].join(': ') || 'no reason was given';
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { visitWith } from '../../../test/support/visits.js';
import { ProofRequired } from '../../platform/errors/proof-required.js';
import { attachExchange } from '../../platform/operations/exchange.js';
import { Visit } from '../../platform/operations/visit.js';
import type { AccountInformationView } from '../accounts/account-information.view.js';
import { attachAccount, CurrentOwnVisit, proofFirst, requireProof, type OwnVisit } from './own-visit.js';
import type { Proven } from './proofs.js';

const ACCOUNT = { accountId: '1' } as AccountInformationView;
const PAGE = '/account/data';

function ownVisit(lately: boolean): OwnVisit {
  const proven: Proven = { lately, again: false, factor: false, signIn: false };
  return attachAccount(visitWith({}).visit, { account: ACCOUNT, proven });
}

type Factory = (data: unknown, context: ExecutionContext) => unknown;

class Page {
  open(@CurrentOwnVisit() visit: OwnVisit): OwnVisit {
    return visit;
  }
}

/** What Nest hands the handler of a page for this request. */
function handedTo(request: object): unknown {
  const of = Reflect.getMetadata(ROUTE_ARGS_METADATA, Page, 'open') as Record<string, { factory: Factory }>;
  const context = { getArgByIndex: (at: number) => [request, {}][at] };
  return Object.values(of)[0].factory(undefined, context as unknown as ExecutionContext);
}

function requestFor(): IncomingMessage {
  const request = {} as IncomingMessage;
  attachExchange(request, visitWith({}).visit.exchange);
  return request;
}

describe('the visit of a page of an account', () => {
  it('is the one visit of the request, with the account that the guard found', () => {
    const request = requestFor();
    const visit = Visit.of(request, {} as ServerResponse);
    attachAccount(visit, ownVisit(true));
    expect(handedTo(request)).toBe(visit);
    expect((visit as OwnVisit).account).toBe(ACCOUNT);
  });

  it('is refused to a page that does not declare that it is of an account', () => {
    expect(() => handedTo(requestFor())).toThrow('does not declare that it is of an account');
  });

  it('leads to the proof first unless it was shown lately', () => {
    expect(proofFirst(ownVisit(true), PAGE)).toBeNull();
    expect(proofFirst(ownVisit(false), PAGE)).toContain(encodeURIComponent(PAGE));
  });

  it('is required to have shown what the page needs', () => {
    expect(() => requireProof(ownVisit(true), PAGE)).not.toThrow();
    expect(() => requireProof(ownVisit(true), PAGE, 'again')).toThrow(ProofRequired);
  });
});

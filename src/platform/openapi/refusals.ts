import type { Refusal } from '../operations/answers.js';
import type { Operation } from '../operations/operation.js';
import { Errors } from '../errors/catalogue.js';
import { Problems } from '../errors/problems.js';

interface Rule {
  readonly when: (operation: Operation, shape: RequestShape) => boolean;
  readonly refusals: readonly Refusal[];
}

/** Facts from the path and parameters of a route, besides its declaration. */
interface RequestShape {
  /** Whether its path contains an identifier. */
  readonly hasPlace: boolean;
  /** Whether it has validated input: in the path, the query or the body. */
  readonly hasParameters: boolean;
}

/**
 * Refusals before an Express handler runs: by the guards in their order (app.module.ts), then by the parsers.
 */
const RULES: readonly Rule[] = [
  { when: () => true, refusals: [Errors.insecureTransport] }, // TransportGuard: a Bearer token counts anywhere
  {
    when: ({ client }) => client === 'credentials', // ClientAuthGuard
    refusals: [
      Errors.invalidParameter,
      Errors.accessTokenExpired,
      Errors.accessTokenInvalid,
      Errors.clientNotAuthenticated,
      Errors.tooManyAttempts,
    ],
  },
  { when: ({ writes }) => writes, refusals: [Errors.crossSiteRequest] }, // SenderGuard
  {
    when: ({ administration }) => administration !== null,
    refusals: [Problems.notSignedIn, Problems.forbidden],
  }, // AdministratorGuard
  {
    when: ({ administration }) => administration?.needsConfirmation === true,
    refusals: [Problems.confirmationRequired],
  },
  {
    when: ({ writes }) => writes, // ReadPageBody
    refusals: [Errors.invalidParameter, Problems.tooLarge, Errors.mediaTypeNotSupported],
  },
  { when: ({ takes }, { hasParameters }) => takes === 'json' && hasParameters, refusals: [Problems.invalid] }, // bodyPipe
  { when: (_, { hasPlace }) => hasPlace, refusals: [Problems.notFound] },
  {
    when: ({ administration }) => administration?.isConditional === true,
    refusals: [Problems.preconditionFailed, Problems.preconditionRequired],
  },
  { when: () => true, refusals: [Errors.unattended, Errors.unavailable] },
  { when: ({ writes }) => writes, refusals: [Errors.outcomeUnknown] },
];

/** All errors with which a route may refuse. */
export function refusalsOf(operation: Operation, shape: RequestShape): Refusal[] {
  const common = RULES.filter(({ when }) => when(operation, shape)).flatMap(({ refusals }) => refusals);
  return [...new Set([...common, ...operation.problems])];
}

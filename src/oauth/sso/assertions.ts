import type { EntityManager } from 'typeorm';
import { insertNew } from '../../platform/database/insert-new.js';
import { digestOf } from '../../platform/security/secrets.js';
import { AssertionUse } from './assertion-use.entity.js';

/** How far clocks may be apart. */
export const SKEW_SECONDS = 30;
/** How far ahead the exp of an assertion may be. */
export const MAX_AHEAD_SECONDS = 600;

/** The content of a verified assertion. */
export interface Assertion {
  readonly issuer: string;
  /** The partner's id of its user: an ExternalId of that issuer. */
  readonly subject: string;
  /** The partner's name for its user, which the person will recognize. */
  readonly label: string;
  readonly jti: string;
  readonly expiresAt: Date;
}

/** Whether this is the first use of an assertion's jti (D71), which all clients of an issuer share. */
export async function useAssertion(
  tx: EntityManager,
  { issuer, jti, expiresAt }: Pick<Assertion, 'issuer' | 'jti' | 'expiresAt'>,
): Promise<boolean> {
  const use = { digest: digestOf(`${issuer} ${jti}`), expiresAt };
  return (await insertNew(tx, AssertionUse, use, 'digest')) !== null;
}

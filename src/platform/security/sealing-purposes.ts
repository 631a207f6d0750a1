/** What something is sealed for: each has a subkey of its own (D331). */
export const SEALING_PURPOSES = {
  'own grant': { isKept: true },
  'identity provider': { isKept: true },
  message: { isKept: true },
  'one-time codes': { isKept: true },
  'one-time codes set-up': { isKept: false },
  'passkey challenge': { isKept: false },
  'provider visit': { isKept: true },
  'signing key': { isKept: true },
  webhook: { isKept: true },
} satisfies Record<string, SealingPurposeDefinition>;

interface SealingPurposeDefinition {
  /** In columns that declare it (`@Sealed`), which are sealed anew; else a page carries it for some minutes. */
  readonly isKept: boolean;
}

export type SealingPurpose = keyof typeof SEALING_PURPOSES;

export function sealingPurposes(): readonly SealingPurpose[] {
  return Object.keys(SEALING_PURPOSES) as SealingPurpose[];
}

/** A passkey that nobody has here (any more). */
export interface UnknownPasskey {
  readonly rpId: string;
  readonly credentialId: string;
}

/** The passkeys that this server may still take from a person: the browser forgets, or hides, the person's others. */
interface AcceptedPasskeys {
  readonly rpId: string;
  readonly userId: string;
  readonly allAcceptedCredentialIds: readonly string[];
}

/** What the person is called now. */
interface PasskeyUser {
  readonly rpId: string;
  readonly userId: string;
  readonly name: string;
  readonly displayName: string;
}

/**
 * What a page tells the browser about passkeys (D354): a method of Web Authentication, level 3, and what it gets. Ids
 * are base64url.
 */
export type PasskeySignal =
  | { readonly method: 'signalUnknownCredential'; readonly options: UnknownPasskey }
  | { readonly method: 'signalAllAcceptedCredentials'; readonly options: AcceptedPasskeys }
  | { readonly method: 'signalCurrentUserDetails'; readonly options: PasskeyUser };

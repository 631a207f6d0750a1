/** The session of the browser that sent a request, once it was loaded (platform/http/browser-sessions.ts). */
export interface BrowserSession {
  /** null: writing a new one failed, and there is none any more. */
  readonly id: string | null;
  /** What it holds; its cookie is that of the id alone. */
  readonly data: object;
  /**
   * Writes what it holds under a new id, so that an id that an attacker planted is worthless.
   * @returns the new id
   */
  renew(data: object, how: Renewal): Promise<string>;
  /** Goes on as a new one that holds nothing; the one before stays. */
  leave(): void;
  /** Ends it, if there is one. */
  end(): Promise<void>;
  /** Has the browser send its id no more. */
  clearCookie(): void;
}

export interface Renewal {
  /** The session before is ended by what writes the new one, not beforehand. */
  readonly isSucceeded: boolean;
  /** Something else was committed for this request by the time that it is written (`followUp`). */
  readonly isFollowUp: boolean;
  /** What has to be so when it is written, as its records define it. */
  readonly condition: object;
  /** Called with the new id before it is written: if it throws, there is no session. */
  readonly claim?: (id: string) => Promise<void>;
}

/** A request, a visit: whatever carries the session of its browser. */
export interface WithSession {
  /** null: it was not loaded. */
  readonly session: BrowserSession | null;
}

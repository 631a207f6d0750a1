/** The session of the browser that sent a request, once it was loaded (platform/http/browser-sessions.ts). */
export interface BrowserSession {
  /** null: writing a new session failed, and the old one is gone. */
  readonly id: string | null;
  /** The data of the session; the cookie only contains its id. */
  readonly data: object;
  /**
   * Writes data under a new id, so that an id planted by an attacker is worthless.
   * @returns the new id
   */
  renew(data: object, how: Renewal): Promise<string>;
  /** Starts a new, empty session; the previous one stays. */
  leave(): void;
  /** Ends the session, if it exists. */
  end(): Promise<void>;
  /** Removes the cookie from the browser. */
  clearCookie(): void;
}

export interface Renewal {
  /** The write of the new session ends the previous one, not a step before it. */
  readonly isSucceeded: boolean;
  /** Something else was committed for this request before the write (`followUp`). */
  readonly isFollowUp: boolean;
  /** The condition of the write, as the records define it. */
  readonly condition: object;
  /** Called with the new id before it is written: if it throws, there is no session. */
  readonly claim?: (id: string) => Promise<void>;
}

/** A request or visit that carries the session of its browser. */
export interface WithSession {
  /** null: it was not loaded. */
  readonly session: BrowserSession | null;
}

/** The resources that a search covers, in the order in which results are shown. */
export const KINDS = ['account', 'family', 'client'] as const;

/** Something that a search found. */
export interface Hit {
  readonly kind: (typeof KINDS)[number];
  /** Number of the account or family, or the client_id. */
  readonly id: string;
  readonly name: string;
  /** What tells it from others of its name. */
  readonly detail: string;
  /** Its page. */
  readonly href: string;
  /** What was typed is its number, id or address as a whole, not only the beginning. */
  readonly isExact: boolean;
}

import type { Accent } from './accent.js';

/** How people's pages and mails look: Hearth's own, or as administrators branded them (D233). */
export interface Look {
  /** Name of the product: the server's, or that of the client whose flow it is. */
  readonly name: string;
  /** Name of the server, shown on every page and mail. */
  readonly serverName: string;
  /** Keys of images; null: none. */
  readonly logo: string | null;
  readonly logoDark: string | null;
  readonly icon: string | null;
  /** null: ember. */
  readonly accent: Accent | null;
  readonly senderName: string | null;
  readonly signature: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly supportUrl: string | null;
  /** A line below the password field of the sign-in page. */
  readonly passwordNote: string | null;
}

export const HEARTH_LOOK: Look = {
  name: 'Hearth',
  serverName: 'Hearth',
  logo: null,
  logoDark: null,
  icon: null,
  accent: null,
  senderName: null,
  signature: null,
  termsUrl: null,
  privacyUrl: null,
  supportUrl: null,
  passwordNote: null,
};

/** The looks that this process knows; pages are rendered without waiting for anything. */
let looks: ReadonlyMap<string, Look> = new Map();
const SERVER = '0';

/** @param next by the number of the client, at 0 the server's */
export function wear(next: ReadonlyMap<string, Look>): void {
  looks = next;
}

/** The look of a client's flow, or else the server's. @param clientId null: no client's flow */
export function lookOf(clientId: string | null): Look {
  return looks.get(clientId ?? SERVER) ?? looks.get(SERVER) ?? HEARTH_LOOK;
}

/** The address of an image by its key: the SHA-256 of its content. */
export function imageAddress(key: string): string {
  return `/assets/brand/${key}.png`;
}

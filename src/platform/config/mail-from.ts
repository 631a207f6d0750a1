import { domainToASCII } from 'node:url';

/** `Hearth <no-reply@example.com>`, or only the address. */
const FORM = /^(?:[^<>]*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

/** The address in MAIL_FROM; empty: there is none. */
export function senderAddress(from: string): string {
  const [, inside, alone] = FORM.exec(from.trim()) ?? [];
  return inside ?? alone ?? '';
}

/** The domain that mails come from, in ASCII; empty: none. */
export function senderDomain(from: string): string {
  return domainToASCII(senderAddress(from).split('@')[1] ?? '');
}

export function problemWithMailFrom(given: string): string | null {
  return senderDomain(given) === ''
    ? 'must be an e-mail address, with or without a name: Hearth <no-reply@example.com>'
    : null;
}

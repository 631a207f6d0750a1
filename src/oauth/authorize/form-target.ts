import type { Response } from 'express';

/** Browsers hold the redirect that answers a form to form-action as well: the third party's address has to be in it. */
export function allowFormTarget(response: Response, redirectUri: string): void {
  const { origin, protocol } = new URL(redirectUri);
  const target = origin === 'null' ? protocol : origin;
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.set(
    'Content-Security-Policy',
    policy.replace("form-action 'self'", `form-action 'self' ${target}`),
  );
}

import type { Response } from 'express';

/** Browsers apply form-action to the redirect after a form as well: it has to include the third party's address. */
export function allowFormTarget(response: Response, redirectUri: string): void {
  const { origin, protocol } = new URL(redirectUri);
  const target = origin === 'null' ? protocol : origin;
  const policy = String(response.getHeader('Content-Security-Policy'));
  if (policy.includes(`form-action 'self' ${target}`)) return;
  response.set(
    'Content-Security-Policy',
    policy.replace("form-action 'self'", `form-action 'self' ${target}`),
  );
}

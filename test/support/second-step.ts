import type { Method } from '../../src/identity/sessions/authentication.js';
import { SignIn } from '../../src/identity/sessions/sign-in.js';
import { SecondStep } from '../../src/identity/sessions/second-step.js';
import { accountId, rows } from './database-rows.js';
import type { TestServer } from './start-app.js';

/** Makes every required second step at once, in this way. */
export function stepBy(server: TestServer, method: Method): void {
  const ask: SecondStep['ask'] = async (who, { next }, visit) => {
    const both = { accountId: who.accountId, methods: [...who.methods, method] };
    await server.get(SignIn).open(both, visit);
    return next;
  };
  Object.assign(server.get(SecondStep), { ask });
}

/** Gives the account an authenticator application, of which only its existence counts here. */
export async function protect(server: TestServer, email: string): Promise<void> {
  const sql = `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '\\x00', $2, $2)`;
  await rows(server, sql, [await accountId(server, email), server.clock.now()]);
}

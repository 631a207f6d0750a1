import type { Page } from '@playwright/test';
import { newMember, type Member } from './forgotten-password.js';
import { provision, resultOf } from './invitations.js';
import { submitSignIn } from './page-test.js';
import type { TestServer } from './start-app.js';

const LONG = 'Die Hinterhuberoberleitnerischen-Familienverwaltungsgesellschaften';

/** A family of two with names of maximum length, as is that of its founder. */
export async function longNames(server: TestServer): Promise<{ founder: Member; familyId: string }> {
  const founder = await newMember(server, { UserName: 'Maximilianefriederikewilhelmine' });
  const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: LONG }));
  const join = (accountId: string, AccountType: string) =>
    provision(server, 'addaccount2family', { accountId, familyId, AccountType });
  await join(founder.id, '2');
  await join((await newMember(server)).id, '0');
  return { founder, familyId };
}

/** Signs in, and waits for the person's own page. */
export async function openAccount(
  page: Page,
  server: TestServer,
  { email, password }: Member,
): Promise<void> {
  await page.goto(`${server.url}/sign-in`);
  await submitSignIn(page, { email, password });
  await page.waitForURL('**/account');
}

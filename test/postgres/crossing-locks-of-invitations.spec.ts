import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import type { Answer } from '../support/a01.js';
import { accountId, rows } from '../support/database-rows.js';
import { Founder } from '../support/founders.js';
import { heldUp } from '../support/held-up.js';
import {
  createAccount,
  headingOf,
  linkOf,
  newEmail,
  PASSWORD,
  provision,
  resultOf,
  submit,
} from '../support/invitations.js';
import { decide } from '../support/proposals.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { untilWaiting } from '../support/waiting.js';

const ROUNDS = 6;

/** If they waited for each other PostgreSQL would end one (503). */
describe('address that is added while it is invited, or an invitation to it is accepted', () => {
  let server: TestServer;
  let email: string;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
  });
  afterAll(() => server.close());
  beforeEach(() => {
    email = newEmail();
  });

  /** Begins when another one waits. */
  const later =
    <T>(call: () => Promise<T>) =>
    async (): Promise<T> => {
      await untilWaiting(server);
      return call();
    };

  it('a client proposes an address to the founder whose family invited it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      email = newEmail();
      const flora = await Founder.of(server, `The Flowers ${round}`);
      await flora.leaveOthers();
      await flora.invite(email);
      const invited = await linkOf(server, await accountId(server, email));
      const form = { accountId: flora.member.id, Type: 'Email', Identifier: email };
      expect((await provision(server, 'updateaccount', form)).status).toBe(200);
      const proposed = (await linkOf(server, flora.member.id)).replace('/invitation/', '/proposal/');
      const take = () => decide(flora.browser, proposed);
      const accept = () => submit(server, invited, { name: 'Mia', password: PASSWORD });
      const [first, second] = round % 2 === 0 ? [take, accept] : [accept, take];
      const inOrder = await heldUp(server, 'invitation', [first, later(second)]);
      const answers = round % 2 === 0 ? inOrder : [...inOrder].reverse();
      const [taken, accepted] = answers.map(({ status }) => status);
      expect([taken, accepted].filter((status) => status >= 500)).toEqual([]);
      const isTaken = round % 2 === 0; // by the first of the two
      expect([headingOf(answers[0]) === 'Confirmed', accepted === 303]).toEqual([isTaken, !isTaken]);
      expect((await accountId(server, email)) === flora.member.id).toBe(isTaken);
    }
  });

  it('createaccount takes over what a member invites at that moment', async () => {
    const flora = await Founder.of(server, 'The Lindens');
    const [invited, made] = await heldUp<unknown>(server, 'invitation', [
      () => flora.invite(email),
      later(() => createAccount(server, { Identifier: email, UserName: 'Mia of the partner' })),
    ]);
    expect([invited, (made as Answer).status]).toEqual([undefined, 200]);
    const id = resultOf(made as Answer);
    expect(await accountId(server, email)).toBe(id);
    const [{ name, links }] = await rows<{ name: string; links: string[] }>(
      server,
      `SELECT name, ARRAY(SELECT kind || ' ' || coalesce(ended_by, 'open') FROM invitation i WHERE i.account_id = a.id ORDER BY 1) AS links
         FROM account a WHERE id = $1`,
      [id],
    );
    expect([name, links]).toEqual(['Mia of the partner', ['invitation open', 'membership replaced']]);
  });

  it('of two createaccount at once one creates the account, the other learns that it exists', async () => {
    const create = () => createAccount(server, { Identifier: email });
    const answers = await heldUp(server, 'invitation', [create, later(create)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  });
});

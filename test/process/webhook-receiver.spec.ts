import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.js';

const RECEIVER = fileURLToPath(new URL('../../examples/webhook-receiver/receiver.mjs', import.meta.url));
const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 4).toString('base64')}`;

describe('examples/webhook-receiver', () => {
  let receiver: ReturnType<typeof spawn>;
  let shown = '';
  let url: string;
  beforeAll(async () => {
    receiver = spawn(process.execPath, [RECEIVER], { env: { WEBHOOK_SECRET: SECRET, PORT: '0' } });
    receiver.stdout?.setEncoding('utf8').on('data', (text: string) => (shown += text));
    url = await eventually(() => Promise.resolve(/http:\S+/.exec(shown)?.[0] ?? null));
  });
  afterAll(() => void receiver.kill());

  async function post(
    id: string,
    sequence: number,
    secrets: readonly string[],
    at = new Date(),
  ): Promise<number> {
    const event = { type: 'account.changed', subject: 'account:7', sequence, data: { accountId: '7' } };
    const body = JSON.stringify(event);
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  it('accepts what one of its secrets signed, once, and reports late events', async () => {
    expect(await post('msg_1', 2, [OTHER, SECRET])).toBe(204);
    expect(await post('msg_1', 2, [SECRET])).toBe(204);
    expect(await post('msg_2', 1, [SECRET])).toBe(204);
    await eventually(() => Promise.resolve(shown.includes('came late') || null));
    expect(shown.split('\n').slice(1, -1)).toEqual([
      'account:7 2: account.changed {"accountId":"7"}',
      'account:7 1: account.changed {"accountId":"7"} (came late)',
    ]);
  });

  it.each<[string, readonly string[], Date]>([
    ['another secret', [OTHER], new Date()],
    ['no signature', [], new Date()],
    ['a time that is long ago', [SECRET], new Date(Date.now() - 600_000)],
  ])('refuses %s', async (_what, secrets, at) => {
    expect(await post('msg_3', 3, secrets, at)).toBe(401);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AppConfig } from '../../platform/config/app-config.js';
import type { UnregisteredClients } from '../../platform/config/parsed-settings.js';
import { Clock, DAY, MINUTE } from '../../platform/security/clock.js';
import { OutsideFetchError, type OutsideDocument } from '../../platform/security/outside-fetch.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import type { Budgets, Spender } from '../../platform/throttle/budgets.js';
import { ClientDocuments } from './client-documents.js';
import { DocumentRefused } from './document-refused.js';
import type { DocumentSource } from './document-source.js';

const NOTES = 'https://app.example/client.json';
const documentOf = (clientId: string, name = 'Notes'): OutsideDocument => ({
  text: JSON.stringify({ client_id: clientId, client_name: name, redirect_uris: ['http://127.0.0.1/cb'] }),
  headers: { 'cache-control': 'max-age=600' },
});

describe('documents of clients that nobody registered', () => {
  let now: number;
  let answer: (url: string) => OutsideDocument | Promise<OutsideDocument>;
  let asked: string[];
  let spent: Omit<Spender, 'told'>[];
  let isSpent: boolean;
  let documents: ClientDocuments;

  const begin = (unregisteredClients: UnregisteredClients = 'on') => {
    now = Date.parse('2026-01-01T12:00:00Z');
    [asked, spent, isSpent] = [[], [], false];
    answer = (url) => documentOf(url);
    const clock = Object.assign(Object.create(Clock.prototype) as Clock, { real: () => now });
    const source = {
      fetch: async (url: string) => {
        asked.push(url);
        return answer(url);
      },
    } as DocumentSource;
    const budgets = {
      spend: (_name: string, spender: Spender) => {
        spent.push(spender);
        return isSpent ? Promise.reject(new BudgetSpent('clientDocuments', 'host', 1000)) : Promise.resolve();
      },
    } as unknown as Budgets;
    documents = new ClientDocuments(source, budgets, clock, { unregisteredClients } as AppConfig);
  };
  const find = (clientId = NOTES) => documents.find(clientId, '192.0.2.1');
  const failed = (status?: number) => () => {
    throw new OutsideFetchError('it failed', { status });
  };
  beforeEach(() => begin());

  it('are fetched once, and kept as long as their headers say', async () => {
    await expect(find()).resolves.toMatchObject({ clientId: NOTES, host: 'app.example' });
    now += 9 * MINUTE;
    await find();
    expect(asked).toEqual([NOTES]);
    expect(spent).toEqual([{ address: '192.0.2.1', host: 'app.example' }]);
    now += 2 * MINUTE;
    answer = (url) => documentOf(url, 'Other');
    await expect(find()).resolves.toMatchObject({ statedName: 'Other' });
    expect(asked).toHaveLength(2);
  });

  it('are fetched once at a time, however many ask', async () => {
    let isHere: (document: OutsideDocument) => void = () => {};
    answer = () => new Promise((resolve) => (isHere = resolve));
    const all = Promise.all([find(), find(), find()]);
    await Promise.resolve();
    await Promise.resolve();
    isHere(documentOf(NOTES));
    await expect(all).resolves.toHaveLength(3);
    expect(asked).toEqual([NOTES]);
  });

  it('are not asked for beyond fifty at a time', async () => {
    answer = () => new Promise(() => {});
    for (let each = 0; each < 50; each++) void find(`https://app.example/${each}`);
    await expect(find('https://app.example/50')).rejects.toThrow('Too many documents');
    expect(spent).toHaveLength(50);
  });

  it.each([undefined, 503, 429])('are kept while their host fails (%s), for a week', async (status) => {
    await find();
    now += 11 * MINUTE;
    answer = failed(status);
    await expect(find()).resolves.toMatchObject({ clientId: NOTES });
    await find();
    expect(asked).toHaveLength(2);
    now += 7 * DAY;
    await expect(find()).rejects.toThrow(DocumentRefused);
  });

  it('are kept while a budget is spent', async () => {
    await find();
    now += 11 * MINUTE;
    isSpent = true;
    await expect(find()).resolves.toMatchObject({ clientId: NOTES });
    await expect(find('https://app.example/other')).rejects.toThrow(BudgetSpent);
    expect(asked).toHaveLength(1);
  });

  it.each([404, 410, 302])('are gone when their host answers %s', async (status) => {
    await find();
    now += 11 * MINUTE;
    answer = failed(status);
    await expect(find()).rejects.toThrow('could not be fetched: it failed.');
    answer = failed();
    now += 2 * MINUTE;
    await expect(find()).rejects.toThrow('could not be fetched.');
  });

  it('are gone when they are no longer sound', async () => {
    await find();
    now += 11 * MINUTE;
    answer = () => ({ text: '{}', headers: {} });
    await expect(find()).rejects.toThrow('must have its own URL as client_id');
  });

  it('tell a problem for a minute, and strangers nothing of the network', async () => {
    answer = () => {
      throw new OutsideFetchError('its host leads to an address inside the network');
    };
    const refused = await find().catch((cause: unknown) => cause as DocumentRefused);
    expect(refused).toMatchObject({
      message: 'The document of client_id could not be fetched.',
      why: 'The document of client_id could not be fetched: its host leads to an address inside the network.',
    });
    await expect(find()).rejects.toBe(refused);
    expect(asked).toHaveLength(1);
    now += MINUTE;
    answer = (url) => documentOf(url);
    await expect(find()).resolves.toMatchObject({ clientId: NOTES });
  });

  it('are asked of nobody for a wrong URL, or a host that the operator does not let in', async () => {
    await expect(find('https://app.example/a/../b')).rejects.toThrow('dot segments');
    begin('off');
    await expect(find()).rejects.toThrow('have to be registered');
    begin(['other.example']);
    await expect(find()).rejects.toThrow('have to be registered');
    expect([...asked, ...spent]).toEqual([]);
    begin(['app.example']);
    await expect(find()).resolves.toMatchObject({ host: 'app.example' });
  });

  it('fill no memory: of ten thousand the last thousand are kept, good ones beside wrong ones', async () => {
    await find();
    answer = failed(404);
    for (let each = 0; each < 10_000; each++)
      await find(`https://app.example/wrong/${each}`).catch((cause: unknown) => cause);
    await find();
    expect(asked).toHaveLength(10_001);
    answer = (url) => documentOf(url);
    for (let each = 0; each < 10_000; each++) await find(`https://app.example/${each}`);
    asked = [];
    await find('https://app.example/9000');
    expect(asked).toEqual([]);
    await find('https://app.example/8999');
    expect(asked).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { census } from '../support/census.js';
import { openApi } from '../support/openapi-document.js';
import { Partner, type Upload } from '../support/partner.js';
import { bomb, padded, picture } from '../support/pictures.js';
import { ERRORS, expectError } from '../support/provisioning-errors.js';
import { startApp, type TestServer } from '../support/start-app.js';

const MIB = 1024 * 1024;

describe('large family pictures (§2.5, §8, D27, D90)', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  const upload = (file: Upload) => partner.upload('createfamily', { FamilyName: 'Pic' }, file);
  const create = async (file: Upload): Promise<string> => {
    const { status, body } = await upload(file);
    expect([status, body.a01.ex]).toEqual([200, undefined]);
    return body.a01.r.r;
  };
  const refused = async (file: Upload): Promise<void> => {
    const familyId = await partner.family();
    const before = await census(server);
    expectError(await upload(file), ERRORS.imageTooLarge, 'provcreatefamily');
    const updated = await partner.upload('updatefamily', { familyId, FamilyName: 'Not' }, file);
    expectError(updated, ERRORS.imageTooLarge, 'provupdatefamily');
    expect(await census(server)).toEqual(before);
    const [family] = (await partner.information(await partner.account(familyId))).families;
    expect(family).toMatchObject({ familyName: 'The Ls', pictureURIs: [] });
  };

  it('accepts 40 megapixels [I8-10]', async () => {
    const familyId = await create({ content: await picture('png', { width: 8000, height: 5000 }) });
    const [url] = await partner.pictureUrls(await partner.account(familyId));
    const stored = Buffer.from(await (await fetch(url)).arrayBuffer());
    const { width, height } = await sharp(stored).metadata();
    expect({ width, height }).toEqual({ width: 1024, height: 640 });
  });

  it('accepts 5 MiB, and answers 413 to one byte more [I8-09]', async () => {
    await create({ content: await padded(5 * MIB) });
    await refused({ content: await padded(5 * MIB + 1) });
  });

  it('answers 413 to more than 6 MiB before reading them (D90)', async () => {
    const answer = await upload({ content: await padded(7 * MIB) });
    expect(answer.status).toBe(413);
    expect(answer.body.a01.ex.name).toBe('FizApiRequestTooLargeException');
  });

  it('answers 413 to 100 megapixels in a few KB, and never unpacks them [I8-10]', async () => {
    const content = bomb();
    expect(content.length).toBeLessThan(100_000);
    const memory = process.memoryUsage().rss;
    await refused({ content });
    expect(process.memoryUsage().rss - memory).toBeLessThan(100 * MIB);
  });

  it('converts many at once or refuses them as busy, and the server survives', async () => {
    const content = await picture('jpeg', { width: 5000, height: 4000 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload({ content })));
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect(answers[0].status).toBe(200);
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(partner.api.undeclared(await openApi(server))).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter, anyQuery } from '../../../test/support/any-text.js';
import {
  FORM,
  JSON_TYPE,
  MULTIPART,
  multipart,
  part,
  read,
  type Sent,
} from '../../../test/support/read-parameters.js';
import { CallError } from '../errors/call-error.js';

describe('whatever is sent', () => {
  const expectAnswer = async (sent: Sent): Promise<void> => {
    try {
      const { parameters } = await read(sent);
      for (const name of ['x', '', 'proto', 'deviceid']) {
        const value = parameters.get([name]);
        if (value !== undefined) expect(value).not.toMatch(/[\0\uFFFD\p{Surrogate}]/u);
      }
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      expect([400, 413, 415]).toContain(cause.definition.status);
    }
  };

  const type = fc.oneof(
    fc.constantFrom(
      FORM,
      JSON_TYPE,
      MULTIPART,
      'multipart/form-data',
      'multipart/mixed; boundary=B',
      `${FORM};charset=x`,
    ),
    fc.string({ maxLength: 40 }),
    fc.string({ maxLength: 20 }).map((boundary) => `multipart/form-data; boundary=${boundary}`),
  );
  const text = fc.oneof(fc.string({ maxLength: 100 }), fc.string({ unit: anyCharacter, maxLength: 100 }));
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    text.map((one) => Buffer.from(one)),
    fc.json().map((one) => Buffer.from(one)),
    fc
      .dictionary(fc.constantFrom('x', '__proto__', 'deviceId'), fc.jsonValue())
      .map((one) => Buffer.from(JSON.stringify(one))),
    anyQuery.map((one) => Buffer.from(one)),
  );
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { 'content-encoding': 'br' },
    { 'content-length': 'x' },
  );

  it('is read or refused with 400, 413 or 415', async () => {
    const query = fc.oneof(text, anyQuery, fc.constantFrom('a01call=x', 'a7call=x', 'x=1&X=1'));
    const sent = fc.record({ query, type, body, headers });
    await fc.assert(fc.asyncProperty(sent, expectAnswer), { numRuns: 500 });
  });

  it('is read or refused when a multipart body was spoilt somewhere', async () => {
    const whole = multipart(
      part('x', 'a', '\r\nContent-Type: text/plain; charset=utf-16'),
      part('picture', 'PNG', '; filename="p.png"'),
      part('deviceId', 'é'),
    );
    const spoilt = fc.tuple(
      fc.nat(whole.length),
      fc.nat(12),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(spoilt, ([at, removed, added]) =>
        expectAnswer({ type: MULTIPART, body: whole.slice(0, at) + added + whole.slice(at + removed) }),
      ),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { digestOfDeviceSecret, newDeviceSecret } from './device-secret.js';

describe('a device password', () => {
  it('is five groups of four characters that are not mistaken for each other', () => {
    const made = Array.from({ length: 500 }, newDeviceSecret);
    for (const plain of made) expect(plain).toMatch(/^([a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/);
    expect(new Set(made).size).toBe(500);
    expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
  });

  it('is the same however it is typed', () => {
    const plain = newDeviceSecret();
    const digest = digestOfDeviceSecret(plain);
    expect(digest).toHaveLength(32);
    for (const typed of [plain.toUpperCase(), plain.replaceAll('-', ' '), ` ${plain.replaceAll('-', '')}\n`])
      expect(digestOfDeviceSecret(typed)).toEqual(digest);
    expect(digestOfDeviceSecret(newDeviceSecret())).not.toEqual(digest);
  });

  it.each(['', 'correct horse battery', 'abcd-efgh-ijkm-npqr-stu', 'abcd-efgh-ijkm-npqr-stu0'])(
    'is not %j',
    (typed) => {
      expect(digestOfDeviceSecret(typed)).toBeNull();
    },
  );
});

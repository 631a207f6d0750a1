import { describe, expect, it } from '@jest/globals';
import { newWebhookSecret, shownSecret, signatureHeaders } from './webhook-signature.js';

// The example of the Standard Webhooks specification, "Signature scheme".
const SECRET = Buffer.from('C2FVsBQIhrscChlQIMV+b5sSYspob7oD', 'base64');
const MESSAGE = {
  id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
  timestamp: 1649367553,
  body: '{"email":"test@example.com","username":"test_user"}',
};

describe('signatures of webhooks (D278)', () => {
  it('are those of the specification, one for each secret', () => {
    const other = newWebhookSecret();
    const [first, second] = signatureHeaders(MESSAGE, [SECRET, other])['webhook-signature'].split(' ');
    expect(first).toBe('v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=');
    expect(second).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(signatureHeaders(MESSAGE, [other])['webhook-signature']).toBe(second);
    expect(signatureHeaders({ ...MESSAGE, body: '{}' }, [SECRET])['webhook-signature']).not.toBe(first);
  });

  it('have the id and the time in headers of their own', () => {
    expect(signatureHeaders(MESSAGE, [SECRET])).toMatchObject({
      'webhook-id': MESSAGE.id,
      'webhook-timestamp': '1649367553',
    });
  });

  it('are of secrets that are shown as the specification has them', () => {
    const secret = newWebhookSecret();
    expect(secret).toHaveLength(32);
    expect(shownSecret(secret)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(shownSecret(secret).slice(6), 'base64')).toEqual(secret);
  });
});

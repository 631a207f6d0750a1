import { describe, expect, it } from '@jest/globals';
import { trialsOf } from './try-it.js';

const client = {
  clientId: 'books',
  clientType: 'public',
  isPrivileged: false,
  redirectUrls: [],
  secrets: [],
} as const;
const allowed = ['oauth2authorize', 'oauth2token', 'accgetloggedaccount'];
const trialOf = (redirectUrls: string[]) =>
  trialsOf({ client: { ...client, redirectUrls }, allowed, url: 'https://hearth.example' })[0];

describe('the lines that try a client in the code flow', () => {
  it('go to an address that a browser shows, where the client has one', () => {
    const { link = '', commands, advice } = trialOf(['com.example.books://cb', 'http://localhost:4000/cb']);
    expect(new URL(link).searchParams.get('redirect_uri')).toBe('http://localhost:4000/cb');
    expect(commands[0]).toContain('redirect_uri=http://localhost:4000/cb');
    expect(advice).toContain('address bar');
  });

  it('say what to do where only an application takes the code', () => {
    const { link = '', advice } = trialOf(['com.example.books://cb']);
    expect(new URL(link).searchParams.get('redirect_uri')).toBe('com.example.books://cb');
    expect(advice).toContain('add http://localhost:4000/callback to the redirect URLs');
    expect(advice).not.toContain('address bar');
  });

  it('name what stands for the secret, where it is not shown any more', () => {
    const of = (secret?: string) =>
      trialsOf({
        client: { ...client, clientType: 'confidential' },
        allowed,
        url: 'http://localhost',
        secret,
      })[0];
    expect(of().advice).toContain('Replace SECRET');
    expect(of('just-made').advice).not.toContain('SECRET');
    expect(trialOf(['http://localhost:4000/cb']).advice).not.toContain('SECRET'); // a public client has none
  });

  it('are none without a RedirectUrl', () => {
    expect(trialOf([])).toBeUndefined();
  });
});

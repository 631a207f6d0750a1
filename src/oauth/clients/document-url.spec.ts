import { describe, expect, it } from '@jest/globals';
import { isListed, isWelcome, problemWithDocumentUrl } from './document-url.js';

describe('the URL of a document', () => {
  it.each([
    'https://app.example/client.json',
    'https://app.example:8443/oauth/client',
    'https://xn--bcher-kva.example/client/',
  ])('takes %s', (url) => {
    expect(problemWithDocumentUrl(url)).toBeNull();
  });

  it.each([
    ['https://app.example', 'normal form|path'],
    ['https://app.example/', 'path'],
    ['https://app.example/client.json?v=1', 'query'],
    ['https://app.example/client.json?', 'query'],
    ['https://app.example/client.json#x', 'fragment'],
    ['https://anna@app.example/client.json', 'userinfo'],
    ['https://app.example/a/../client.json', 'dot segments'],
    ['https://app.example/a/%2e%2E/client.json', 'dot segments'],
    ['https://app.example/./client.json', 'dot segments'],
    ['https://APP.example/client.json', 'normal form'],
    ['https://app.example:443/client.json', 'normal form'],
    ['https://0x7f.1/client.json', 'normal form'],
    ['https://app.example\\client.json', 'normal form'],
    ['https://bücher.example/client.json', 'ASCII'],
    ['https://app.example/клиент', 'ASCII'],
    [`https://app.example/${'a'.repeat(255)}`, '255'],
    ['https:///client.json', 'path'],
    ['https://', 'ASCII'],
  ])('refuses %s', (url, why) => {
    expect(problemWithDocumentUrl(url)).toMatch(new RegExp(why));
  });

  it('lets in the hosts that the operator names, to the letter, or all', () => {
    expect(isWelcome('off', 'app.example')).toBe(false);
    expect(isWelcome('on', 'app.example')).toBe(true);
    expect(isListed('on', 'app.example')).toBe(false);
    expect(isWelcome(['app.example'], 'app.example')).toBe(true);
    expect(isWelcome(['app.example'], 'app.example:8443')).toBe(false);
    expect(isWelcome(['app.example'], 'evil.app.example')).toBe(false);
  });
});

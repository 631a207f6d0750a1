import { describe, expect, it } from '@jest/globals';
import { checkEach } from '../../../test/support/check-each.js';
import { AUDIT_ACTIONS } from '../../platform/audit/audit-actions.js';
import { sentenceOf } from './sentences.js';

const PLACES = ['who', 'owner', 'app', 'target', 'account', 'family', 'client'];
const textOf = (action: string, outcome: 'ok' | 'refused') =>
  sentenceOf(action, outcome)
    ?.map((part) => ('words' in part ? part.words : `{${part.place}}`))
    .join('');

describe('the sentences of audit events', () => {
  it.each(['ok', 'refused'] as const)('%s: each action has words, and places that there are', (outcome) => {
    checkEach(Object.keys(AUDIT_ACTIONS), String, (action) => {
      const text = textOf(action, outcome) ?? '';
      expect(text).toMatch(/^(\{|[A-Z])/);
      expect(text.endsWith('.')).toBe(false);
      for (const [, place] of text.matchAll(/\{(\w+)\}/g)) expect(PLACES).toContain(place);
    });
  });

  it('differ by the outcome where it says something else', () => {
    expect(textOf('signin', 'ok')).toBe('{who} signed in');
    expect(textOf('signin', 'refused')).toBe('Sign-in of {who} was refused');
  });

  it.each(['of.another_release', 'constructor', '__proto__'])('there is none of %s', (action) => {
    expect(sentenceOf(action, 'ok')).toBeNull();
  });
});

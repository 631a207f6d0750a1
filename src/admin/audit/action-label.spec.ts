import { describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS } from '../../platform/audit/audit-actions.js';
import { labelOf } from './action-label.js';

describe('the labels of audit actions', () => {
  it('are words, and no two the same', () => {
    const labels = Object.keys(AUDIT_ACTIONS).map(labelOf);
    expect(labels.filter((label) => !/^[A-Z][a-z’ -]+$/i.test(label))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it.each([
    ['token.refused', 'Token refused'],
    ['signin', 'Sign-in'],
    ['of-another_release.made', 'Of another release made'],
    ['constructor', 'Constructor'],
  ])('%s: %s', (action, label) => expect(labelOf(action)).toBe(label));
});

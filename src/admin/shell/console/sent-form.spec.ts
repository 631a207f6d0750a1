import { describe, expect, it } from '@jest/globals';
import { visitWith } from '../../../../test/support/visits.js';
import { doneIn } from './sent-form.js';

describe('what was done just now', () => {
  it.each([
    ['saved', 'Filter saved.'],
    ['', undefined],
    ['other', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('is what the address says, if there is a sentence for it: %j', (done, told) => {
    expect(doneIn(visitWith({ query: { done } }).visit, { saved: 'Filter saved.' })).toBe(told);
  });
});

import { describe, expect, it } from '@jest/globals';
import { RESERVED_SCOPES } from '../resources/resource-scopes.js';
import { SCOPE_NAMES } from './scope.js';

describe('scopes of resources', () => {
  it('never have the name of a scope of this server', () => {
    expect(SCOPE_NAMES.filter((name) => !RESERVED_SCOPES.includes(name))).toEqual([]);
  });
});

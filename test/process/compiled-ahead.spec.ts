import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { MAIN } from '../support/server-process.js';

/** The last line of what a process that loads the built server prints, beside its usage. */
function tellOf(expression: string): unknown {
  const code = `const { script } = await import(${JSON.stringify(MAIN)}); console.log('\\n' + JSON.stringify(${expression}))`;
  const args = ['--input-type=module', '-e', code, 'main.js', '--help'];
  const env = { PATH: process.env.PATH ?? '' }; // NODE_OPTIONS may hold flags of V8, with which it compiles anew
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', env });
  return JSON.parse(printed.slice(printed.lastIndexOf('\n', printed.length - 2)));
}

describe('the built server (ADR 7)', () => {
  it('runs what was compiled ahead: V8 does not refuse it', () => {
    expect(tellOf('{ isRefused: script.cachedDataRejected }')).toEqual({ isRefused: false });
  });
});

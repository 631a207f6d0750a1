import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { IsString } from 'class-validator';
import { ProblemError } from '../errors/problem-error.js';
import { bodyPipe } from './admin-body.js';

class Body {
  @IsString() password!: string;
}

async function fieldsOf(value: object): Promise<string[]> {
  try {
    await bodyPipe.transform(value, { type: 'body', metatype: Body });
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.fields.map(({ field }) => field);
    throw cause;
  }
  throw new Error('nothing was refused');
}

describe('a member that is not known', () => {
  it.each(['secret', 'is-this', '__proto', 'k1'])('is named: %s', async (name) => {
    expect(await fieldsOf({ password: 'x', [name]: 'y' })).toEqual([name]);
  });

  it.each(['{"password":"winter-garden-7"}', 'a'.repeat(65), 'winter garden', 'größe', ''])(
    'is not repeated where nothing is called so: %s',
    async (name) => {
      expect(await fieldsOf({ password: 'x', [name]: '' })).toEqual(['(no name)']);
    },
  );
});

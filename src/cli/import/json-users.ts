import { JSONParser } from '@streamparser/json';
import { Failure } from '../failure.js';
import { fileText } from './text-file.js';

/**
 * Reads the members of `users` of a JSON file one by one: the file may be larger than the memory.
 * @throws Failure if it is not JSON, or ends too early
 */
export async function* usersOf(file: string): AsyncGenerator<unknown, void, void> {
  let found: unknown[] = [];
  let users = 0;
  const parser = new JSONParser({ paths: ['$.users.*'], keepStack: false });
  parser.onValue = ({ value }) => found.push(value);
  const parse = (step: () => void): void => {
    try {
      step();
    } catch (cause) {
      throw new Failure(`${file} is not whole: ${told((cause as Error).message)}, after ${users} users.`);
    }
  };
  for await (const part of fileText(file)) {
    if (parser.isEnded && part.trim() !== '') throw new Failure(`${file} has something behind its JSON.`);
    if (!parser.isEnded) parse(() => parser.write(part));
    users += found.length;
    yield* found;
    found = [];
  }
  if (!parser.isEnded) parse(() => parser.end());
}

/** The message without what the file has: it may be of a password. */
function told(message: string): string {
  const at = /absolute position "(\d+)"/.exec(message);
  return at ? `unexpected character at position ${at[1]}` : 'it ends in the middle, or is no JSON';
}

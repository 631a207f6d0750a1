import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { Output, type Column } from './output.js';

interface Thing {
  readonly id: string;
  readonly name: string;
}

const COLUMNS: readonly Column<Thing>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'note', value: ({ name }) => name.repeat(3) },
];
const THINGS = [
  { id: 'a-rather-long-id', name: 'Anna' },
  { id: 'b', name: '家族のアプリ' },
];

async function* items(things: readonly Thing[]): AsyncGenerator<Thing, string, void> {
  yield* await Promise.resolve(things);
  return 'the end';
}

function terminal({ isTTY = true, columns = 40, isPlain = true, json = false } = {}) {
  let text = '';
  const out = { isTTY, columns, write: (part: string) => (text += part) } as unknown as NodeJS.WriteStream;
  const output = new Output({ out, err: out }, { json, ndjson: false }, isPlain);
  const taken = (): string => {
    const all = text;
    text = '';
    return all;
  };
  return { output, text: taken };
}

describe('a list', () => {
  it('is a table as wide as the terminal; what is to be copied is whole', async () => {
    const { output, text } = terminal();
    expect(await output.list(COLUMNS, items(THINGS))).toBe('the end');
    const lines = text().split('\n');
    expect(lines).toEqual([
      'ID                NAME        NOTE',
      'a-rather-long-id  Anna        AnnaAnnaA…',
      'b                 家族のア…   家族のア…',
      '',
    ]);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  });

  it('has its titles in bold where colours are wanted, and says so when there is nothing', async () => {
    const { output, text } = terminal({ isPlain: false });
    await output.list(COLUMNS, items(THINGS));
    expect(text()).toMatch(/^\u001b\[1mID .*\u001b\[22m\n/);
    await output.list(COLUMNS, items([]));
    expect(text()).toBe('Nothing found.\n');
  });

  it('is tab-separated and whole in a pipe', async () => {
    const { output, text } = terminal({ isTTY: false });
    await output.list(COLUMNS, items(THINGS));
    expect(text().split('\n')[0]).toBe('a-rather-long-id\tAnna\tAnnaAnnaAnna');
  });

  it('that is long is shown in full, in columns like those of its start', async () => {
    const { output, text } = terminal({ columns: 100 });
    const many = Array.from({ length: 450 }, (_, at) => ({ id: String(at), name: 'x'.repeat(at) }));
    await output.list(COLUMNS, items(many));
    const lines = text().trimEnd().split('\n');
    expect(lines).toHaveLength(451);
    expect(new Set(lines.slice(201).map((line) => stringWidth(line)))).toEqual(
      new Set([stringWidth(lines[201])]),
    );
  });
});

describe('what is said', () => {
  it('prints no control characters that move the cursor or turn text', () => {
    const { output, text } = terminal();
    output.say('The ruleset \u001b[2J\u009b31m\u202eX is there:\n  choose another');
    expect(text()).toBe('The ruleset  [2J 31m X is there:\n  choose another\n');
  });
});

describe('one thing', () => {
  it('has a line for each member, several values below each other', () => {
    const { output, text } = terminal();
    output.item({}, { name: 'WEB', rules: ['acc*', '!accping'], shipped: true, nothing: null });
    expect(text()).toBe('name:    WEB\nrules:   acc*\n         !accping\nshipped: yes\nnothing:\n');
  });

  it('is the object itself as JSON', () => {
    const { output, text } = terminal({ json: true });
    output.item({ name: 'WEB', rules: ['acc*'] }, { name: 'WEB' });
    expect(JSON.parse(text())).toEqual({ name: 'WEB', rules: ['acc*'] });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { readEnvironment } from './environment.js';
import { FieldOption, optionOf } from './field-option.js';
import { createProgram } from './program.js';

const terminal = { in: process.stdin, out: process.stdout, err: process.stderr };
const program = createProgram(readEnvironment({}), terminal);

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}`.trim() : '';
}

const OPTIONS = all(program).flatMap((command) =>
  command.options
    .filter((option) => option instanceof FieldOption)
    .map((option) => ({ name: `${nameOf(command)} ${option.long}`, command, option })),
);

describe('what is wrong with a field is told with the option that gave it', () => {
  it.each(OPTIONS)('$name', ({ command, option }) => {
    const { field } = option;
    expect(optionOf(command, field)).toBe(field);
    command.setOptionValueWithSource(option.attributeName(), !option.negate, 'cli');
    expect([optionOf(command, field), optionOf(command, `${field}[1].x`)]).toEqual([
      option.long,
      `${option.long}[1].x`,
    ]);
    command.setOptionValueWithSource(option.attributeName(), undefined, 'default');
  });

  it('covers the commands that create and change records', () => {
    expect(OPTIONS.length).toBeGreaterThan(100);
  });
});

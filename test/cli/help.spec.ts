import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CONFIGURATION_KINDS } from '../../src/admin/configuration/configuration.view.js';
import { candidates } from '../../src/cli/completion.js';
import { readEnvironment } from '../../src/cli/environment.js';
import { createProgram } from '../../src/cli/program.js';
import { CommandLine } from '../support/command-line.js';

const TOPICS = ['exit-codes', 'environment'];

const program = createProgram(readEnvironment({}), {
  in: process.stdin,
  out: process.stdout,
  err: process.stderr,
});

/** The commands with an action, each by its full name. */
function leaves(command: Command, path: readonly string[] = []): [string, Command][] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

describe('the help', () => {
  const cli = new CommandLine();
  afterAll(() => cli.close());
  const commands = leaves(program).filter(([name]) => !TOPICS.includes(name));

  it.each(commands)(
    'of hearth %s says what it does and has examples that are commands',
    async (name, command) => {
      expect(command.description()).toMatch(/^[A-Z].*\.$/);
      const { code, out, err } = await cli.run([...name.split(' '), '--help']);
      expect([code, err]).toEqual([0, '']);
      expect(out).not.toMatch(/\bnpx\b/);
      const [, examples] = out.split('\nExamples:\n');
      expect(examples).toMatch(/^ {2}# .+\n {2}.*hearth /);
    },
  );

  it.each(commands)('of hearth %s lists only options that it takes', async (name, command) => {
    const { out } = await cli.run([...name.split(' '), '--help']);
    const listed = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option);
    const own = [...command.options, ...program.options].map(({ long }) => long);
    expect(listed.sort()).toEqual([...own, '--help'].sort());
  });

  it('a command does not take options of the command above it, whether before or behind its name', async () => {
    const foreign = commands.flatMap(([name, { parent, options }]) =>
      (parent === null || parent === program ? [] : parent.options)
        .filter(({ long }) => options.every((own) => own.long !== long))
        .map(({ long }) => [name.split(' '), String(long)] as const),
    );
    expect(foreign).toContainEqual([['import', 'accounts'], '--prune']);
    for (const [path, option] of foreign) {
      const [above, below] = [path.slice(0, -1), path[path.length - 1]];
      for (const words of [
        [...above, option, below, 'x'],
        [...path, 'x', option],
      ]) {
        const { code, err } = await cli.run(words);
        expect([code, err]).toEqual([2, `"hearth ${path.join(' ')}" does not take ${option}.\n`]);
      }
    }
  });

  it('shows what a person needs first: a bare command, a wrong option, a misspelt command', async () => {
    const alone = await cli.run([]);
    expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('Usage: hearth')]);
    expect(alone.err).toContain('To run it here: npm run hearth -- COMMAND');
    const wrong = await cli.run(['ruleset', 'list', '--alll']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Did you mean --all?')]);
    const misspelt = await cli.run(['rulset']);
    expect([misspelt.code, misspelt.err]).toEqual([2, expect.stringContaining('Did you mean ruleset?')]);
    const limit = await cli.run(['ruleset', 'list', '--limit', '0']);
    expect([limit.code, limit.err]).toEqual([2, expect.stringContaining('Must be a whole number above 0.')]);
  });

  it.each(['export', 'import'])('of hearth %s names each kind of record that it moves', async (name) => {
    const { out } = await cli.run([name, '--help']);
    for (const kind of CONFIGURATION_KINDS) expect(out).toContain(`${kind}s`);
  });

  it('lists the exit codes and the variables', async () => {
    expect((await cli.run(['help', 'exit-codes'])).out).toContain('  3  not signed in');
    expect((await cli.run(['environment', '--help'])).out).toContain('  HEARTH_TOKEN ');
  });

  it('a command that needs an answer and has no terminal says what to pass', async () => {
    const { code, err } = await cli.run(['ruleset', 'delete', 'WEB']);
    expect([code, err]).toEqual([2, 'The ruleset WEB will be deleted. Repeat the command with --yes.\n']);
  });
});

describe('the documentation', () => {
  const docs = new URL('../../docs/', import.meta.url);
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );

  it('names no command and no option that does not exist', () => {
    const wrong = pages.flatMap((page) => {
      const lines = readFileSync(new URL(page, docs), 'utf8').matchAll(/(?:^|`)hearth ([a-z][^`\n#|<>]*)/gm);
      return [...lines].flatMap(([, line]) =>
        wrongIn(line.trim().split(/\s+/)).map((word) => [page, line, word]),
      );
    });
    expect(wrong).toEqual([]);
  });

  /** The words that are neither a command nor an option; arguments may be anything. */
  function wrongIn(words: readonly string[]): string[] {
    let command = program;
    const options = words.filter((word) => word.startsWith('-'));
    const names = words.filter((word) => !word.startsWith('-'));
    for (const name of names) {
      const child = command.commands.find((each) => each.name() === name);
      if (child === undefined) {
        if (command.commands.length > 0 && command.registeredArguments.length === 0) return [name];
        break;
      }
      command = child;
    }
    const known = [...command.options, ...program.options].flatMap(({ short, long }) => [short, long]);
    return options.filter((option) => !known.includes(option));
  }
});

describe('completion', () => {
  const words = (...typed: string[]) => candidates(program, typed).map(({ word }) => word);

  it('offers commands, their own options and the global ones, and nothing for a free value', () => {
    expect(words('rule')).toEqual(['ruleset']);
    expect(words('ruleset', 'l')).toEqual(['list']);
    expect(words('ruleset', 'list', '--a')).toEqual(['--all', '--after']);
    expect(words('ruleset', 'list', '--js')).toEqual(['--json']);
    expect(words('--profile', 'ruleset', 'rule')).toEqual(['ruleset']);
    expect(words('ruleset', 'list', '--limit', '')).toEqual([]);
    expect(words('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(words('import', '--pr')).toEqual(['--prune', '--profile']);
    expect(words('import', 'accounts', '--pr')).toEqual(['--profile']);
  });

  it.each(['zsh', 'fish'])('has a script for %s', async (shell) => {
    const cli = new CommandLine();
    expect((await cli.run(['completion', shell])).out).toContain('hearth __complete');
    cli.close();
  });
});

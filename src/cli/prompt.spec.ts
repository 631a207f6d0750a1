import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Prompt } from './prompt.js';

function atTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
  const prompt = new Prompt(input as unknown as NodeJS.ReadStream, output as unknown as NodeJS.WriteStream);
  const shown = () => (output.read() as string | null) ?? '';
  return { prompt, type: (text: string) => input.write(text), shown };
}

describe('a question at the terminal', () => {
  it('shows what is typed, and takes it without the spaces around it', async () => {
    const { prompt, type, shown } = atTerminal();
    const answer = prompt.ask('Name');
    type(' Ada Lovelace \r');
    expect(await answer).toBe('Ada Lovelace');
    expect(shown()).toMatch(/^Name: .*Ada Lovelace/s);
  });

  it('shows nothing that a terminal would obey', async () => {
    const { prompt, type, shown } = atTerminal();
    const answer = prompt.ask('Type \u001b[2JAda');
    type('x\r');
    await answer;
    expect(shown()).toMatch(/^Type  \[2JAda: /);
  });

  it('for a secret shows nothing of it, and takes it as it is', async () => {
    const { prompt, type, shown } = atTerminal();
    const answer = prompt.askSecret('Password');
    type(' two  words \r');
    expect(await answer).toBe(' two  words ');
    expect(shown()).toBe('Password: \n');
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('is given up by %s', async (_, key) => {
    const { prompt, type } = atTerminal();
    const answer = prompt.askSecret('Password');
    type(key);
    await expect(answer).rejects.toMatchObject({ message: 'Cancelled.', exitCode: 'failed' });
  });

  it('without a terminal says how else to answer', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: false });
    const output = new PassThrough();
    const prompt = new Prompt(input as unknown as NodeJS.ReadStream, output as unknown as NodeJS.WriteStream);
    await expect(prompt.ask('Name')).rejects.toMatchObject({
      message: 'Name: there is no terminal to ask on. Use an option instead, see --help.',
    });
    input.end();
    await expect(prompt.askSecret('Password')).rejects.toMatchObject({
      message: expect.stringMatching(/see: .*hearth.* environment\)/) as unknown,
    });
  });

  it('before something is deleted wants its name, and then the next question has an answer of its own', async () => {
    const { prompt, type } = atTerminal();
    const wrong = prompt.confirmByName('WEB will be deleted.', 'WEB', false);
    type('web\r');
    await expect(wrong).rejects.toMatchObject({ message: 'Nothing was changed.' });
    const right = prompt.confirmByName('WEB will be deleted.', 'WEB', false);
    type('WEB\r');
    await right;
    const again = prompt.confirm('Apply?', false);
    type('y\r');
    await again;
    const no = prompt.confirm('Apply?', false);
    type('\r');
    await expect(no).rejects.toMatchObject({ message: 'Nothing was changed.' });
  });
});

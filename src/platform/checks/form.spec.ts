import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { IsIn, IsInt, IsOptional, Length } from 'class-validator';
import {
  FormField,
  Told,
  asTyped,
  doneIn,
  formLabels,
  lineIn,
  lines,
  orNull,
  readForm,
  ticked,
  trimmed,
  wholeNumber,
} from './form.js';
import { Known, Rule } from './rule.js';

class Base {
  @FormField(trimmed, 'Country')
  @IsOptional()
  @IsIn(['DE', ''])
  country!: string;
}

class Form extends Base {
  @FormField(trimmed, 'Phone number')
  @Rule<Form>((phone, { country }) => (country === '' && !phone.startsWith('+') ? 'needs a country' : null))
  phone!: string;

  @FormField(asTyped)
  @Rule<Form>((password, { own }) => Promise.resolve(own.includes(password) ? 'is the name' : null))
  password!: string;

  @FormField(wholeNumber, 'Age')
  @IsInt()
  age!: number;

  @FormField(lines)
  @Length(1, 3, { each: true })
  rules!: string[];

  @FormField(ticked)
  isAgreed!: boolean;

  @FormField(orNull)
  @IsOptional()
  @Known((text) => text === 'de', 'is no language')
  locale!: string | null;

  @Told()
  own!: readonly string[];
}

const GOOD = {
  country: ' DE ',
  phone: '1',
  password: ' x ',
  age: '7',
  rules: 'a\r\n\n b',
  isAgreed: 'yes',
  locale: '',
};
const READ = {
  country: 'DE',
  phone: '1',
  password: ' x ',
  age: 7,
  rules: ['a', 'b'],
  isAgreed: true,
  locale: null,
};
const problemsOf = async (sent: object) =>
  (await readForm(Form, { ...GOOD, ...sent }, { own: ['Mia'] })).problems.map(({ field, message }) => [
    field,
    message,
  ]);

describe('a field that is longer than any rule allows', () => {
  class Line {
    @FormField(asTyped)
    @Length(1, 4096)
    text!: string;
  }

  it.each(['a', '🔥', 'a🔥'])('is too long, wherever it is cut: %s', async (piece) => {
    for (const before of ['', 'x']) {
      const { problems } = await readForm(Line, { text: before + piece.repeat(5000) });
      expect(problems).toEqual([{ field: 'text', message: expect.stringContaining('4096') as unknown }]);
    }
  });

  it('with half a character is none', async () => {
    const { values } = await readForm(Line, { text: 'a\ud83d' });
    expect(values.text).toBe('');
  });
});

describe('one line of a form without rules', () => {
  it('is read as a field of its class would be', async () => {
    class Line {
      @FormField()
      text!: string;
    }
    for (const text of [' a ', ['a', 'b'], 'a\u0000', undefined, 'x'.repeat(9000)])
      expect(lineIn({ text }, 'text')).toBe((await readForm(Line, { text })).values.text);
    expect(lineIn({ text: ' a ' }, 'text')).toBe('a');
    expect(lineIn(undefined, 'text')).toBe('');
  });
});

describe('a form', () => {
  it('is read by its class, those above it included; what has no field is not read', async () => {
    const form = await readForm(
      Form,
      { ...GOOD, etag: 'x', own: 'mine', constructor: 'x' },
      { own: ['Mia'] },
    );
    expect(form).toEqual({ values: { ...READ, own: ['Mia'] }, problems: [] });
  });

  it.each([undefined, null, 'country=DE', { country: ['DE', 'DE'], phone: { x: 1 }, password: 'a\0b' }])(
    'that is %j has empty fields',
    async (sent) => {
      const { values } = await readForm(Form, sent, { own: [] });
      expect(values).toMatchObject({ country: '', phone: '', password: '', rules: [], isAgreed: false });
    },
  );

  it('tells every problem at once, also of members together and of what is waited for', async () => {
    const sent = { country: '', password: 'Mia', age: 'seven', locale: 'xx' };
    expect(await problemsOf(sent)).toEqual(
      expect.arrayContaining([
        ['phone', 'needs a country'],
        ['password', 'is the name'],
        ['age', 'must be an integer number'],
        ['locale', 'is no language'],
      ]),
    );
  });

  it('does not take what is longer than any line for what it begins with', async () => {
    expect((await problemsOf({ country: `DE${'x'.repeat(2000)}` })).map(([field]) => field)).toEqual([
      'country',
    ]);
  });

  it('knows what each field is called', () => {
    expect(formLabels(Form)).toMatchObject({
      country: 'Country',
      phone: 'Phone number',
      password: 'password',
    });
  });
});

describe('the notice of a page', () => {
  it.each([
    ['saved', 'Filter saved.'],
    ['', undefined],
    ['other', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('is the one that the address names, if it exists: %j', (done, told) => {
    expect(doneIn({ query: { done } }, { saved: 'Filter saved.' })).toBe(told);
  });
});

describe('the notice of a page', () => {
  it.each([
    ['saved', 'Filter saved.'],
    ['', undefined],
    ['other', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('is the one that the address names, if it exists: %j', (done, told) => {
    expect(doneIn({ query: { done } }, { saved: 'Filter saved.' })).toBe(told);
  });
});

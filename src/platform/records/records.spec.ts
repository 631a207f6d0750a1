import { describe, expect, it } from '@jest/globals';
import { ProblemError } from '../errors/problem-error.js';
import { bodyPipe } from '../operations/admin-body.js';
import { defineFields } from './field.js';
import { changeable, emptyForm, formIn, formOf, labelsOf, placed, recordBodyOf } from './typed-form.js';
import { membersOf, recorded } from './members.js';
import { changeBodyOf, newBodyOf } from './rest.js';
import { brokenRules } from './rules.js';

interface Lamp {
  id: string;
  colour: 'red' | 'green' | null;
  watts: number | null;
  isOn: boolean;
  places: string[];
  size: number;
  owner: string;
}

const said = (label: string) => ({ label, about: label, cli: { shown: label } });
const LAMP = defineFields<Lamp>()({
  id: { ...said('Id'), kind: 'text', isRequired: true, isFixed: true },
  colour: { ...said('Colour'), kind: 'choice', choices: ['red', 'green'], isNullable: true },
  watts: { ...said('Watts'), kind: 'number', least: 1, most: 100, isNullable: true },
  isOn: { ...said('On'), kind: 'flag', isOffForm: true },
  places: {
    ...said('Places'),
    kind: 'lines',
    most: 3,
    rule: (line) => (line === 'cellar' ? 'must not be the cellar' : null),
  },
  size: { ...said('Size'), kind: 'enum', names: ['Small', 'Large'] },
  owner: { ...said('Owner'), kind: 'text', isHidden: true, startsAs: 'Anna' },
});
class NewLamp extends newBodyOf(LAMP) {}
class LampChange extends changeBodyOf(LAMP) {}

describe('a field table', () => {
  const problems = async (metatype: typeof NewLamp | typeof LampChange, body: object) => {
    try {
      await bodyPipe.transform(body, { type: 'body', metatype });
      return [];
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      return cause.fields.map(({ field, message }) => `${field} ${message}`);
    }
  };

  it('judges all that is sent at once: form, then rule', async () => {
    const wrong = { colour: 'blue', watts: 0, isOn: null, places: ['attic', 'cellar'], size: 2, owner: 5 };
    expect((await problems(NewLamp, wrong)).sort()).toEqual([
      'colour must be one of the following values: red, green',
      'id must be a string',
      'isOn must be a boolean value',
      'owner must be a string',
      'places "cellar" (line 2) must not be the cellar',
      'size must be one of the following values: 0, 1',
      'watts must not be less than 1',
    ]);
    expect(await problems(NewLamp, { id: 'a', colour: null, watts: null })).toEqual([]);
    expect(await problems(LampChange, { id: 'b' })).toEqual(['id is not known here']);
    expect(await brokenRules(LAMP, { places: ['cellar'] })).toEqual([
      { field: 'places', message: '"cellar" must not be the cellar' },
    ]);
  });

  it('is printed as a form and read back; what can’t be read stays text', () => {
    const form = changeable(LAMP);
    expect(Object.keys(form)).toEqual(['colour', 'watts', 'places', 'size', 'owner']);
    const lamp = { colour: null, watts: 40, places: ['attic', 'hall'], size: 1, owner: 'Ben' };
    const typed = formOf(form, lamp);
    expect(typed).toEqual({ colour: '', watts: '40', places: 'attic\nhall', size: '1', owner: 'Ben' });
    expect(
      recordBodyOf(
        form,
        formIn(form, (name) => String(typed[name])),
      ),
    ).toEqual(lamp);
    expect(recordBodyOf(form, { ...typed, watts: 'many' })).toMatchObject({ watts: 'many' });
    expect(emptyForm(form)).toMatchObject({ colour: '', owner: 'Anna' });
    expect(labelsOf(form).watts).toBe('Watts');
  });

  it('names members, and hides in the audit what it says', () => {
    expect(membersOf(LAMP, { watts: 4, weight: 9 })).toEqual({ watts: 4 });
    expect(recorded(LAMP, { watts: 4, owner: 'Anna' }, { watts: 5, owner: 'Ben' })).toEqual({
      before: { watts: 4, owner: '(not recorded)' },
      after: { watts: 5, owner: '(not recorded)' },
    });
    expect([placed('jwks', '.keys[0] must be'), placed('name', 'must be')]).toEqual([
      'jwks.keys[0] must be',
      'name must be',
    ]);
  });
});

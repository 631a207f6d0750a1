import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { problemsByField, readForm } from '../../platform/checks/form.js';
import { InvitationForm } from './invitation-form.js';

const GOOD = { name: 'Mia', password: 'marzipan-gallop-41' };
const OWN = ['mia@family.example'];

describe('the form of an invitation (D24, D69)', () => {
  it.each([
    [
      { name: ' Mia ', password: ' spaces are kept ' },
      { name: 'Mia', password: ' spaces are kept ' },
    ],
    [
      { name: ['a', 'b'], password: { x: 1 } },
      { name: '', password: '' },
    ],
    [{ name: 7 }, { name: '', password: '' }],
    [undefined, { name: '', password: '' }],
    [null, { name: '', password: '' }],
    ['name=Mia', { name: '', password: '' }],
  ])('reads %j', async (body, form) => {
    expect((await readForm(InvitationForm, body, { own: OWN })).values).toMatchObject(form);
  });

  it.each([
    [GOOD, {}],
    [{ ...GOOD, name: 'x'.repeat(255) }, {}],
    [{ ...GOOD, name: 'Zoë 李 👪' }, {}],
    [{ ...GOOD, name: '' }, { name: 'nameRequired' }],
    [{ ...GOOD, name: 'Mia\nMiller' }, { name: 'nameRequired' }],
    [{ ...GOOD, name: 'Mia\u0000' }, { name: 'nameRequired' }],
    [{ ...GOOD, name: 'x'.repeat(256) }, { name: 'nameTooLong' }],
    [{ ...GOOD, password: 'short' }, { password: 'tooShort' }],
    [{ ...GOOD, password: 'x'.repeat(257) }, { password: 'tooLong' }],
    [{ ...GOOD, password: 'iloveyou1' }, { password: 'common' }],
    [{ ...GOOD, password: 'MIA@family.example' }, { password: 'own' }],
    [{ name: 'Mia Miller', password: 'mia miller' }, { password: 'own' }],
    [
      { name: '', password: '' },
      { name: 'nameRequired', password: 'tooShort' },
    ],
  ])('%#: says what is wrong beside which field', async (form, errors) => {
    const { problems } = await readForm(InvitationForm, form, { own: OWN });
    expect(problemsByField(problems)).toEqual(errors);
  });
});

import { familiesPage, familyPage } from '../../../src/account/families/family.page.js';
import { FAMILY_DONE, type FamilyDone } from '../../../src/account/families/family-forms.js';
import { handOverWaitsPage } from '../../../src/account/families/hand-over.page.js';
import { dissolvePage, memberPage } from '../../../src/account/families/member-management.page.js';
import { odd, PERSON } from './sample-names.js';
import { ago, FAMILY, type PageSamples } from './sample-values.js';

type Family = Parameters<typeof familiesPage>[1][number];
const LISTED = {
  ...{
    familyId: '4',
    familyName: odd('Οι Ποταμοί'),
    pictureURIs: ['https://hearth.example/pictures/a.webp'],
  },
} as unknown as Family;
const SEEN = { family: FAMILY, accountId: '1', proof: null };
const OUTCOMES = {
  invite: {
    isDone: false,
    errors: { name: 'nameRequired', address: 'addressInvalid', role: 'chooseFromList' },
  },
  picture: { isDone: false, errors: { file: 'pictureInvalid' } },
  leave: { isDone: false, errors: { form: 'busy' } },
  handOver: { isDone: false, errors: { to: 'chooseFromList' } },
  rename: { isDone: false, errors: { name: 'nameTooLong' } },
  services: { isDone: false, errors: { form: 'notAllowed' } },
  strangers: { isDone: false, errors: { form: 'notAllowed' } },
} as const;

/** The pages of families, as their members see them. */
export const FAMILY_PAGES: PageSamples = {
  familiesPage: {
    'with one': (reader) => familiesPage(reader, [LISTED]),
    'without any': (reader) => familiesPage(reader, [], 'families.dissolved'),
  },
  familyPage: {
    ...Object.fromEntries(
      (Object.keys(FAMILY_DONE) as FamilyDone[]).map(
        (done) => [`after: ${done}`, (reader) => familyPage(reader, { ...SEEN, done })] as const,
      ),
    ),
    'with errors': (reader) => familyPage(reader, { ...SEEN, ...OUTCOMES }),
    'before a proof': (reader) => familyPage(reader, { ...SEEN, proof: '/confirm' }),
    'of a founder who is alone': (reader) =>
      familyPage(reader, {
        ...{ ...SEEN, family: { ...FAMILY, members: [FAMILY.members[0]], handOver: null, invitations: [] } },
      }),
    'of a member': (reader) =>
      familyPage(reader, { ...SEEN, accountId: '3', family: { ...FAMILY, role: 0, invitations: [] } }),
    'after the hand-over': (reader) =>
      familyPage(reader, { ...SEEN, family: { ...FAMILY, role: 1 }, done: 'handOver' }),
  },
  handOverWaitsPage: {
    'of a family': (reader) =>
      handOverWaitsPage(reader, {
        ...{ token: 't', familyName: FAMILY.name, nextName: PERSON, beginsAt: ago(-2) },
      }),
  },
  memberPage: {
    'an administrator, by the founder': (reader) =>
      memberPage(reader, { family: FAMILY, member: FAMILY.members[1], error: 'notAllowed' }),
    'a member, by the founder': (reader) => memberPage(reader, { family: FAMILY, member: FAMILY.members[2] }),
  },
  dissolvePage: {
    'of a family': (reader) => dissolvePage(reader, { family: FAMILY, error: 'familyHasOthers' }),
  },
};

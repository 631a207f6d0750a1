import { assertionFor } from '../values/assertion.js';
import { BackEnd } from './partner.js';
import { Desk } from './desk.js';
import { Person, Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const INVITED = 'marzipan-gallop-41';

/** An e-mail address that no account has. */
export function newAddress({ persona }: Place): string {
  return `${persona.newName('guest')}@new.fuzz.test`;
}

/** Two who join a family: a proposal that is accepted, and what members do then. */
async function* family(place: Place): Steps {
  const [partner, desk] = [new BackEnd(place, 'partner'), new Desk(place)];
  const [founder, member] = [new Person(place), new Person(place)];
  const familyId = yield* partner.provision('createfamily', { FamilyName: place.persona.newName('Family ') });
  yield* desk.signIn();
  for (const [person, AccountType] of [
    [founder, '2'],
    [member, '1'],
  ] as const) {
    const { accountId, email: Identifier } = person.user;
    yield* partner.provision('addaccount2family', { familyId, Type: 'Email', Identifier, AccountType });
    const link = yield* desk.linkTo(accountId, 'proposal');
    const asked = yield* person.submit(yield* person.get(link), /proposal\/.*sign-in/, {
      identifier: Identifier,
      password: person.password,
    });
    yield* person.submit(yield* person.follow(asked), /decision/, { decision: 'accept' });
  }
  const path = `/account/families/${familyId}`;
  const shown = yield* founder.submit(yield* founder.get(path), /picture/, {}, place.pictures.good[0]);
  yield* founder.get(found(shown, /(\/pictures\/[\w.-]+)/));
  yield* founder.prove();
  const invited = yield* founder.submit(yield* founder.get(path), /invite/, {
    name: 'Guest',
    address: newAddress(place),
  });
  yield* founder.submit(invited, /withdraw/);
  const to = { to: member.user.accountId };
  yield* founder.submit(yield* founder.get(path), /hand-over$/, to);
  yield* founder.submit(yield* founder.get(path), /hand-over\/stop/);
  yield* member.submit(yield* member.get(path), /leave/);
}

/** The link that a founder gets stops the hand-over that waits. */
async function* keptFamily(place: Place): Steps {
  const [partner, desk, stranger] = [new BackEnd(place, 'partner'), new Desk(place), new Visitor(place)];
  const [founder, member] = [new Person(place), new Person(place)];
  const familyId = yield* partner.provision('createfamily', { FamilyName: place.persona.newName('Family ') });
  yield* desk.signIn();
  for (const [person, accountType] of [
    [founder, 2],
    [member, 0],
  ] as const)
    yield* desk.api('PUT', `/families/${familyId}/members/${person.user.accountId}`, { accountType });
  yield* founder.signIn();
  const path = `/account/families/${familyId}`;
  yield* founder.submit(yield* founder.get(path), /hand-over$/, { to: member.user.accountId });
  const link = yield* desk.linkTo(founder.user.accountId, 'hand-over');
  yield* stranger.submit(yield* stranger.get(link), /hand-over/);
}

/** A new account: its invitation is asked for again while it is open, and then accepted. */
async function* invitation(place: Place): Steps {
  const [partner, desk, guest] = [new BackEnd(place, 'partner'), new Desk(place), new Visitor(place)];
  const accountId = yield* partner.invite(newAddress(place));
  yield* desk.signIn();
  const link = yield* desk.linkTo(accountId, 'invitation');
  yield* guest.post(`${link}/resend`);
  const page = yield* guest.get(link);
  const welcome = yield* guest.submit(page, /invitation/, { name: 'Guest', password: INVITED });
  found(yield* guest.follow(welcome), /(<h1)/);
}

/** What a partner changes of an account that it created in a family. */
async function* provisioned(place: Place): Steps {
  const partner = new BackEnd(place, 'partner');
  const { persona } = place;
  const familyId = yield* partner.provision('createfamily', { FamilyName: persona.newName('Family ') });
  const account = { familyId, Type: 'Email', Identifier: newAddress(place), UserName: 'Guest' };
  const accountId = yield* partner.provision('createaccount', {
    ...account,
    UserCountryCode: 'DE',
    AccountType: '0',
  });
  const changed = { accountId, familyId, UserName: 'Another', UserCountryCode: 'FR', AccountType: '1' };
  yield* partner.provision('updateaccount', changed);
  yield* partner.provision('removeaccount2family', { accountId, familyId });
}

/** A person connects the account with one at a partner. */
async function* link(place: Place): Steps {
  const [portal, person] = [new BackEnd(place, 'portal'), new Person(place)];
  const { cast, random } = place.persona;
  const subject = place.persona.newName('stranger-');
  const assertion = assertionFor(cast, subject, place.publicUrl, random);
  const answer = yield* portal.call('/token', { grant_type: JWT_BEARER, assertion }, 400);
  const path = found(answer, /(\/link\/[\w-]+)/);
  const asked = yield* person.submit(yield* person.get(path), /link\/.*sign-in/, {
    identifier: person.user.email,
    password: person.password,
  });
  yield* person.submit(yield* person.follow(asked), /decision/, { decision: 'connect' });
}

export const FAMILIES: readonly Walk[] = [
  {
    reaches: [
      'proposal',
      'proposalsignin',
      'proposaldecision',
      'accountfamily',
      'accountfamilypicture',
      'picture',
      'accountfamilyinvite',
      'accountfamilywithdraw',
      'accountfamilyhandover',
      'accountfamilykeep',
      'accountfamilyleave',
    ],
    steps: family,
  },
  { reaches: ['handoverlink', 'handoverstop'], steps: keptFamily },
  { reaches: ['invitation', 'invitationaccept', 'invitationresend', 'welcome'], steps: invitation },
  { reaches: ['provupdateaccount', 'provremoveaccount2family'], steps: provisioned },
  { reaches: ['link', 'linksignin', 'linkdecision'], steps: link },
];

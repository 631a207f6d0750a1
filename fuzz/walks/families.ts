import { assertionFor } from '../values/assertion.js';
import { BackEnd } from './partner.js';
import { Desk } from './desk.js';
import { Person, Visitor, type Fields } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const INVITED = 'marzipan-gallop-41';

/** Returns an e-mail address that no account has. */
export function newAddress({ persona }: Place): string {
  return `${persona.newName('guest')}@new.fuzz.test`;
}

/** Two people accept the proposal to join a family, and use its pages. */
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
  yield* founder.submit(yield* founder.get(path), /picture/, {}, place.pictures.good[0]);
  const shown = yield* founder.get(path);
  yield* founder.get(found(shown, /(\/pictures\/[\w.-]+)/));
  yield* founder.prove();
  yield* founder.submit(yield* founder.get(path), /invite/, {
    name: 'Guest',
    address: newAddress(place),
  });
  yield* founder.submit(yield* founder.get(path), /withdraw/);
  const to = { to: member.user.accountId };
  yield* founder.submit(yield* founder.get(path), /hand-over$/, to);
  yield* founder.submit(yield* founder.get(path), /hand-over\/stop/);
  yield* founder.submit(yield* founder.get(path), /\/name/, { name: place.persona.newName('Family ') });
  yield* founder.submit(yield* founder.get(path), /services/);
  yield* founder.submit(yield* founder.get(path), /strangers/);
  yield* founder.submit(yield* founder.get(path), /picture\/remove/);
  yield* founder.submit(yield* founder.get(`${path}/members/${to.to}`), /role/);
  yield* member.submit(yield* member.get(path), /leave/);
  const other = new Person(place);
  yield* desk.api('PUT', `/families/${familyId}/members/${other.user.accountId}`, { accountType: 0 });
  yield* founder.submit(yield* founder.get(`${path}/members/${other.user.accountId}`), /remove/);
  yield* founder.submit(yield* founder.get(`${path}/delete`), /delete/);
}

/** An application of the operator runs a family for its founder. */
async function* familyByCalls(place: Place): Steps {
  const [desk, home] = [new Desk(place), new BackEnd(place, 'home')];
  const [founder, member] = [new Person(place), new Person(place)];
  yield* desk.signIn();
  const name = place.persona.newName('Family ');
  const founding = { name, founder: founder.user.accountId };
  const familyId = yield* desk.told('POST', '/families', founding, 'familyId');
  const accountId = member.user.accountId;
  yield* desk.api('PUT', `/families/${familyId}/members/${accountId}`, { accountType: 0 });
  const tokenOf = async function* (person: Person): Steps<string> {
    const grant = { grant_type: 'password', username: person.user.email, password: person.password };
    return yield* home.told('/token', grant, 'access_token');
  };
  const callAs = (token: string) => (call: string, fields: Fields) =>
    home.post(
      `/api/fam/${call}`,
      { familyId, ...fields },
      { headers: [['Authorization', `Bearer ${token}`]] },
    );
  const fam = callAs(yield* tokenOf(founder));
  yield* fam('getfamilies', {});
  yield* fam('getfamily', {});
  yield* fam('renamefamily', { FamilyName: place.persona.newName('Family ') });
  yield* fam('setpicture', { FamilyImage: '' });
  yield* fam('setservices', { Task_Service: 'false' });
  yield* fam('invite', { Identifier: newAddress(place), UserName: 'Guest' });
  const [, invitationId] =
    /"invitationId":"(\d+)"/.exec((yield* fam('getinvitations', {})).body.toString()) ?? [];
  yield* fam('withdrawinvitation', { invitationId });
  yield* fam('setmembertype', { accountId, AccountType: '1' });
  yield* fam('handover', { accountId });
  yield* fam('stophandover', {});
  yield* fam('removemember', { accountId });
  yield* desk.api('PUT', `/families/${familyId}/members/${accountId}`, { accountType: 0 });
  yield* callAs(yield* tokenOf(member))('leave', {});
  yield* fam('deletefamily', {});
}

/** The link in a message to the founder stops the pending hand-over. */
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

/** A new account asks for its pending invitation again, and then accepts it. */
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

/** A partner changes an account that it created in a family, and removes it from there. */
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

/** A person connects the account with a partner's. */
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

export const FAMILIES: readonly Walk[] = [family, familyByCalls, keptFamily, invitation, provisioned, link];

import type { FamilySeen } from '../../../src/account/families/family-views.js';
import type { MemberView } from '../../../src/identity/families/family-members.js';
import { SERVICES } from '../../../src/identity/accounts/family-services.js';
import { DAY } from '../../../src/platform/security/clock.js';
import type { Reader } from '../../../src/platform/pages/reader.js';
import { addressOf, CLIENT, LOGIN, NOW, odd, PERSON } from './sample-names.js';

/** Pages by the name of the function that makes them, each with the states that it is shown in. */
export type PageSamples = Readonly<Record<string, Readonly<Record<string, (reader: Reader) => string>>>>;

export const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY);
export const FIREFOX = { browser: 'Firefox', system: 'Linux', network: '203.0.113.x' };

const [MEMBER, ADMINISTRATOR, FOUNDER] = [0, 1, 2] as const;

const member = (accountId: string, memberType: MemberView['memberType']): MemberView => ({
  ...{ accountId, memberType, name: odd(`Μέλος ${accountId}`), status: 'active', since: ago(400) },
  ...{ isInvited: accountId !== '1', inviterName: accountId === '1' ? null : PERSON },
});

/** A family as its founder sees it, with everything that may be pending. */
export const FAMILY: FamilySeen = {
  ...{ id: '4', name: odd('Οι Ποταμοί'), pictureKey: 'a1b2', role: FOUNDER },
  services: Object.fromEntries(
    SERVICES.map((service, index) => [service, index % 2 === 0]),
  ) as FamilySeen['services'],
  refusesUnregistered: false,
  members: [member('1', FOUNDER), member('2', ADMINISTRATOR), member('3', MEMBER)],
  invitations: [
    {
      ...{ id: '9', inviterId: '1', inviterName: PERSON, expiresAt: ago(-7), mayWithdraw: true },
      invitedAs: addressOf('guest'),
    },
  ],
  handOver: { nextId: '2', nextName: PERSON, beginsAt: ago(-2) },
};

export const ACCOUNT = {
  accountId: '7',
  name: PERSON,
  identifiers: [
    { id: '1', type: 'Email', value: addressOf('anna'), validated: 'true' },
    { id: '2', type: 'Msisdn', value: '+4915112345678', validated: 'true' },
    { id: '3', type: 'Login', value: LOGIN, validated: 'false' },
  ],
};

/** What a resource server of others is asked for. */
export const RESOURCE = {
  identifier: 'https://reports.example/api',
  name: odd('Αναφορές'),
  scopes: [{ name: 'reports.read', text: odd('διάβασμα') }],
};

export const ASKED = {
  ...{ action: '/challenge/consent?session_id=s', switchPath: '/challenge?session_id=s&switch=1' },
  ...{ clientName: CLIENT, homepageUrl: 'https://shop.example/?a=1&b=2', account: ACCOUNT },
  ...{ scopes: ['openid', 'profile', 'email', 'phone', 'account', 'family'], resources: [RESOURCE] },
};

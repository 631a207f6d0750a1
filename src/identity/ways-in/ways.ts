import { isActing, KEPT, type Effect, type Remedy } from './effects.js';

interface Way {
  /** Its name in documents. */
  readonly name: string;
  /** The tables with its rows. */
  readonly tables: readonly string[];
  readonly effects: Readonly<Record<Remedy, Effect>>;
}

/** The remedies about one sign-in, which end what was made in it. */
const ENDS_OF_IT = { disownSignIn: 'endsOfIt', stopAddition: 'endsOfIt' } as const;
const CLOSED = { close: 'ends', askDeletion: 'ends', secure: 'ends' } as const;
/** The remedies that suspend what may be a thief's, until its owner takes it back. */
const SUSPENDED = {
  disownSignIn: 'suspendsOfIt',
  stopAddition: 'suspendsOfIt',
  giveRole: 'suspendsYoung',
  replacePassword: 'suspendsYoung',
  secure: 'suspendsYoung',
} as const;

/**
 * Every kind of way into an account, with what each remedy does to it (D309). Remedies process them in this order, so
 * that two transactions never wait for each other. A test holds the list to every table with a key to `account`;
 * docs/reference/security.md has it as a table.
 */
export const WAYS = {
  password: {
    name: 'the password',
    tables: ['account'],
    effects: { ...KEPT, replacePassword: 'replaced', rotatePassword: 'replaced', secure: 'replaced' }, // no password opens the account then
  },
  knownBrowsers: {
    name: 'browsers whose sign-in is not announced',
    tables: ['account'],
    effects: {
      ...KEPT,
      disownSignIn: 'endsOthers',
      stopAddition: 'endsOthers',
      replacePassword: 'endsOthers',
      rotatePassword: 'endsOthers',
      close: 'stays',
      askDeletion: 'stays',
      secure: 'ends',
    },
  },
  sessions: {
    name: 'sessions of browsers and legacy clients, and sign-ins between their two steps',
    tables: ['session'],
    effects: {
      ...ENDS_OF_IT,
      replacePassword: 'endsOthers',
      rotatePassword: 'endsOthers',
      signOutOthers: 'endsOthers',
      signOutOne: 'itself',
      addFactor: 'endsOthers',
      ...CLOSED,
      giveRole: 'ends',
      removeRole: 'stays',
      remove: 'ends', // which notifies the clients that took part
    },
  },
  administration: {
    name: 'sessions in the administration, and sign-ins there between their two steps',
    tables: ['admin_session', 'held_administrator'],
    effects: {
      disownSignIn: 'ends',
      stopAddition: 'ends',
      replacePassword: 'ends',
      rotatePassword: 'ends',
      signOutOthers: 'ends',
      signOutOne: 'ends', // it asks for the password again anyway
      addFactor: 'endsOthers',
      ...CLOSED,
      giveRole: 'ends',
      removeRole: 'ends',
      remove: 'deleted',
    },
  },
  directGrants: {
    name: "tokens that an application got for a password, a device password or a partner's word",
    tables: ['token_grant'],
    effects: {
      ...KEPT,
      disownSignIn: 'ends', // made on no page: anyone who knows the password may have made them
      replacePassword: 'ends',
      signOutOthers: 'ends',
      ...CLOSED,
      giveRole: 'ends',
    },
  },
  allowedGrants: {
    name: 'tokens of applications and devices that were allowed on a page',
    tables: ['token_grant'],
    effects: {
      ...KEPT,
      giveRole: 'endsYoung',
      ...ENDS_OF_IT,
      replacePassword: 'endsYoung',
      ...CLOSED,
      secure: 'endsYoung',
    },
  },
  authorizations: {
    name: 'requests of applications that are under way: sign-ins, codes, allowed devices',
    tables: ['authorization_context', 'authorization_code', 'device_authorization'],
    effects: {
      ...ENDS_OF_IT,
      replacePassword: 'ends',
      rotatePassword: 'ends',
      signOutOthers: 'ends',
      signOutOne: 'ends',
      addFactor: 'ends',
      ...CLOSED,
      giveRole: 'ends',
      removeRole: 'stays',
      remove: 'deleted',
    },
  },
  validationTokens: {
    name: 'validation tokens that were not exchanged yet',
    tables: ['validation_token'],
    effects: {
      ...KEPT,
      disownSignIn: 'ends', // bought by a partner's assertion, as the tokens that they buy
      replacePassword: 'ends',
      signOutOthers: 'ends',
      ...CLOSED,
      giveRole: 'ends',
    },
  },
  devicePasswords: {
    name: 'device passwords',
    tables: ['device_password'],
    effects: {
      ...KEPT,
      ...ENDS_OF_IT,
      replacePassword: 'ends',
      ...CLOSED,
      giveRole: 'ends',
    },
  },
  resetLinks: {
    name: 'links that choose a new password',
    tables: ['invitation'],
    effects: {
      ...KEPT,
      replacePassword: 'endsWeaker', // otherwise a thief of the password could end each link that the owner asks for (D343)
      rotatePassword: 'endsWeaker',
      close: 'ends',
      askDeletion: 'endsWeaker', // otherwise the owner could not keep the account (D378)
      secure: 'ends',
    },
  },
  additionLinks: {
    name: 'links that add an address',
    tables: ['invitation'],
    effects: {
      ...KEPT,
      ...ENDS_OF_IT,
      replacePassword: 'ends',
      rotatePassword: 'ends',
      signOutOthers: 'ends',
      addFactor: 'ends',
      ...CLOSED,
      giveRole: 'ends',
    },
  },
  recovery: {
    name: 'a recovery from a lost second factor that its user began, with its links',
    tables: ['factor_recovery', 'invitation'],
    effects: {
      ...KEPT,
      replacePassword: 'ends', // a recovery that an administrator began continues (D334)
      rotatePassword: 'ends',
      ...CLOSED,
      giveRole: 'ends',
    },
  },
  stoppingLinks: {
    name: 'links in notices that stop what was added, or put an address back',
    tables: ['invitation'],
    effects: { ...KEPT, secure: 'ends' },
  },
  proposals: {
    name: 'invitations that it got, and requests of clients and families that its user answers',
    tables: ['invitation'],
    effects: KEPT,
  },
  sentInvitations: {
    name: 'invitations to a family that it sent',
    tables: ['invitation', 'sent_invitation'],
    effects: {
      ...KEPT,
      ...ENDS_OF_IT,
      replacePassword: 'endsYoung',
      ...CLOSED,
      remove: 'ends',
    },
  },
  handOvers: {
    name: 'a family that it hands over, as long as that waits, with its links',
    tables: ['family_hand_over', 'invitation'],
    effects: {
      ...KEPT,
      replacePassword: 'ends',
      ...ENDS_OF_IT,
      ...CLOSED,
    },
  },
  trustedBrowsers: {
    name: 'browsers that are not asked for the second factor',
    tables: ['trusted_browser'],
    effects: {
      ...KEPT,
      disownSignIn: 'ends',
      stopAddition: 'ends',
      replacePassword: 'ends',
      rotatePassword: 'endsOthers',
      signOutOthers: 'endsOthers',
      addFactor: 'endsOthers',
      ...CLOSED,
      giveRole: 'ends',
    },
  },
  consents: {
    name: 'what applications were allowed',
    tables: ['consent'],
    effects: {
      ...KEPT,
      ...ENDS_OF_IT,
      replacePassword: 'endsYoung',
      secure: 'endsYoung',
    },
  },
  identifiers: {
    name: 'e-mail addresses, phone numbers, logins, and connections that its own user made',
    tables: ['account_identifier'],
    effects: { ...KEPT, ...SUSPENDED },
  },
  partnerIds: {
    name: 'ExternalIds and connections that someone else attached',
    tables: ['account_identifier'],
    effects: { ...KEPT, giveRole: 'ends' }, // until its own user connects them
  },
  passkeys: {
    name: 'passkeys',
    tables: ['passkey', 'suspended_passkey'],
    effects: { ...KEPT, ...SUSPENDED },
  },
  setupCodes: {
    name: 'codes with which an account with a role sets up its first second factor',
    tables: ['factor_setup_code'],
    effects: {
      ...KEPT,
      replacePassword: 'ends',
      addFactor: 'ends',
      ...CLOSED,
      giveRole: 'ends', // which makes a new one
      removeRole: 'ends',
    },
  },
  factors: {
    name: 'one-time codes and recovery codes',
    tables: ['totp', 'recovery_code'],
    // A thief of the password may have set them up before the role was given; setting them up takes a set-up code now.
    effects: { ...KEPT, secure: 'endsYoung', giveRole: 'endsYoung' },
  },
} as const satisfies Record<string, Way>;

export type WayKind = keyof typeof WAYS;

/** The kinds that some remedy ends or suspends. */
export const ENDED_WAYS = (Object.keys(WAYS) as WayKind[]).filter((kind) =>
  Object.values<Effect>(WAYS[kind].effects).some(isActing),
);

import { Badge, type Tone } from './actions.js';

/** The colour and the word of every state in the console. */
const STATES = {
  active: ['good', 'Active'],
  pending: ['warn', 'Pending'],
  disabled: ['bad', 'Disabled'],
  held: ['bad', 'On hold'],
  secured: ['bad', 'Secured'],
  failing: ['warn', 'Receiver failing'],

  waiting: ['info', 'Waiting'],
  sent: ['good', 'Sent or delivered'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
  handover: ['warn', 'To deliver by hand'],

  ok: ['good', 'OK'],
  warning: ['warn', 'Warning'],
  problem: ['bad', 'Failed'],

  created: ['good', 'Created'],
  exists: ['neutral', 'Already existed'],
  invalid: ['bad', 'Refused'],
  refused: ['bad', 'Refused'],

  expired: ['neutral', 'Expired'],
  revoked: ['bad', 'Revoked'],
  spent: ['neutral', 'Replaced'],
  accountClosed: ['bad', 'Account disabled'],
  clientDisabled: ['bad', 'Client disabled'],
  unknown: ['neutral', 'Unknown'],

  running: ['good', 'Running'],
  silent: ['bad', 'Not responding'],

  administrator: ['plain', 'Administrator'],
  support: ['plain', 'Support'],
} as const satisfies Record<string, readonly [Tone, string]>;

export type StateName = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as StateName[];

/** The word of a state, the same on every page. */
export function wordOf(state: StateName): string {
  return STATES[state][1];
}

/** The word of a state from an address; any other text stays as it is. */
export function wordIfKnown(text: string | undefined): string | undefined {
  return text !== undefined && Object.hasOwn(STATES, text) ? wordOf(text as StateName) : text;
}

/** A state or a role as a coloured badge. */
export function State({ of: state }: { readonly of: StateName }) {
  const [tone, word] = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

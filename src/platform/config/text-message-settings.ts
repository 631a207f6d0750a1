import { readTextCountries } from './parsed-settings.js';
import { parsed, url, whole } from './setting.js';

const BUDGET = { least: 0, most: 1_000_000 };

/** Text messages: how they leave, where they go, and what they may cost (D368). */
export const TEXT_MESSAGE_SETTINGS = {
  smsGatewayUrl: url({
    name: 'SMS_GATEWAY_URL',
    about:
      'HTTP gateway for text messages: gets POST {"to", "text"} as JSON. Not set: they stay in the outbox.',
    example: 'https://sms.example/send',
    schemes: ['http', 'https'],
  }),
  smsCountries: parsed({
    name: 'SMS_COUNTRIES',
    about:
      'Countries that text messages go to, as ISO 3166 codes separated by commas: DE,AT,CH. Not set: all. Premium-rate, shared-cost and satellite numbers never get any.',
    example: 'DE,AT,CH',
    read: readTextCountries,
    unset: null,
  }),
  smsPerAccount: whole({
    name: 'SMS_PER_ACCOUNT',
    about:
      'Text messages with a link that one account may cause at once, and again over each day (docs/operations.md#what-text-messages-may-cost). 0: none.',
    ...BUDGET,
    initial: 10,
  }),
  smsPerFamily: whole({
    name: 'SMS_PER_FAMILY',
    about: 'The same for what concerns one family. 0: none.',
    ...BUDGET,
    initial: 20,
  }),
  smsPerNetwork: whole({
    name: 'SMS_PER_NETWORK',
    about: 'The same for one network (an IPv4 address, an IPv6 /64). 0: none.',
    ...BUDGET,
    initial: 60,
  }),
  smsPerClient: whole({
    name: 'SMS_PER_CLIENT',
    about: 'The same for one client. 0: none.',
    ...BUDGET,
    initial: 1000,
  }),
  smsPerServer: whole({
    name: 'SMS_PER_SERVER',
    about: 'The same for all nodes of the server together. 0: none.',
    ...BUDGET,
    initial: 5000,
  }),
};

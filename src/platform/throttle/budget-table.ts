import type { AppConfig } from '../config/app-config.js';
import { DAY, MINUTE } from '../security/clock.js';

export interface BudgetSizes {
  readonly network: number;
  readonly client?: number;
  readonly account?: number;
  readonly family?: number;
  /** Of the host that is asked, whatever the caller. */
  readonly host?: number;
  readonly server?: number;
}

export interface Budget {
  /** The time in which it refills once it is spent: about as long as the things it pays for stay open. */
  readonly refillMs: number;
  /** It can be refilled at once, on any node: so no node remembers that it is spent. */
  readonly isRefilled?: true;
  /**
   * How often it can be spent: by a network or an account, and by a client if it has its own size. A budget with a size for
   * the server is spent for all named holders at once (D368).
   */
  readonly sizes: (config: AppConfig) => BudgetSizes;
}

/** A multiple of the authorizations: a signed-in client returns for new tokens, hour by hour. */
const PROOFS_OF_ONE = 10;

/** More than a person does by hand. */
const WRITES_OF_ONE = 200;

/** Addresses, passkeys, device passwords, connections, codes: nobody adds more in a day (D336). Removing is not limited. */
const ADDED_WAYS_OF_ONE = 10;

/** Documents of applications that nobody registered: fetched once in five minutes at most, those of one host are few. */
const DOCUMENTS = { network: 100, host: 60 };

type SizesOf = Budget['sizes'];

const ofAuthorizations: SizesOf = (config) => ({
  network: config.networkAuthorizations,
  client: config.clientAuthorizations,
});
const ofWrites: SizesOf = () => ({ network: WRITES_OF_ONE });

/** What requests are charged to (D170). */
export const BUDGETS = {
  authorizations: { refillMs: 10 * MINUTE, sizes: ofAuthorizations },
  deviceAuthorizations: { refillMs: 15 * MINUTE, sizes: ofAuthorizations },
  pushedRequests: { refillMs: 10 * MINUTE, sizes: ofAuthorizations },
  proofs: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkAuthorizations * PROOFS_OF_ONE }),
  },
  providerVisits: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkAuthorizations }),
  },
  clientDocuments: { refillMs: 10 * MINUTE, sizes: () => DOCUMENTS },
  stateSecrets: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkStateSecrets, client: config.clientStateSecrets }),
  },
  mailedLinks: {
    refillMs: 60 * MINUTE,
    sizes: (config) => ({ network: config.networkMailedLinks }),
  },
  accountWrites: { refillMs: 10 * MINUTE, sizes: ofWrites },
  proofWrites: { refillMs: 10 * MINUTE, sizes: ofWrites },
  sensitiveWrites: { refillMs: 10 * MINUTE, sizes: ofWrites },
  addedWays: {
    refillMs: DAY,
    sizes: () => ({ network: ADDED_WAYS_OF_ONE }),
    isRefilled: true,
  },
  textMessages: {
    refillMs: DAY,
    sizes: (config) => ({
      account: config.smsPerAccount,
      family: config.smsPerFamily,
      network: config.smsPerNetwork,
      client: config.smsPerClient,
      server: config.smsPerServer,
    }),
  },
} satisfies Readonly<Record<string, Budget>>;
export type BudgetName = keyof typeof BUDGETS;

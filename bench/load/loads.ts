/** A load for the generator; everything is derived from numbers, so that little has to be sent. */
export type Load =
  | { readonly kind: 'path'; readonly prefix: string; readonly from: number; readonly count: number }
  | {
      readonly kind: 'bearer';
      readonly from?: number;
      readonly count: number;
      readonly isRandom: boolean;
      readonly more?: More;
    }
  | { readonly kind: 'ping'; readonly basic: string }
  | { readonly kind: 'mac'; readonly count: number }
  /** Bound tokens, of so many keys. */
  | { readonly kind: 'dpop'; readonly count: number; readonly keys: number }
  | { readonly kind: 'refresh'; readonly from: number; readonly count: number; readonly basic: string }
  | { readonly kind: 'code'; readonly from: number; readonly count: number; readonly basic: string }
  | { readonly kind: 'introspect'; readonly count: number; readonly basic: string }
  | { readonly kind: 'client'; readonly basic: string }
  | { readonly kind: 'search'; readonly count: number; readonly basic: string }
  /** Family by family: createfamily, createaccount, addaccount2family; `run` separates the addresses of two runs. */
  | { readonly kind: 'move-in'; readonly run: number; readonly basic: string }
  | { readonly kind: 'password'; readonly count: number; readonly basic: string; readonly password: string };

/** Each of the tokens stands for so many, of further grants of its account, which are so far from each other. */
export interface More {
  readonly times: number;
  readonly step: number;
}

export interface Order {
  readonly port: number;
  readonly seconds: number;
  /** The loads run for so long before they are measured. */
  readonly leadSeconds?: number;
  readonly connections: number;
  /** The first is measured; others run beside it, over as many connections. */
  readonly loads: readonly Load[];
}

export interface Figures {
  /** Answered in time. */
  readonly count: number;
  /** Sign-ins that were answered 503: their turn did not come within four seconds. They are in no other figure. */
  readonly turnedAway: number;
  /** And those whose answers came too late to count. */
  readonly answered: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Outcome {
  readonly figures: readonly Figures[];
  /** CPU load of the generator, 0 to 1. */
  readonly busy: number;
}

export type Answer =
  { readonly hasBegun: true } | { readonly outcome: Outcome } | { readonly problem: string };

export const plainCode = (n: number): string => `bench-code-${n}`;
export const REDIRECT_URI = 'https://bench.example/callback';
export const email = (n: number): string => `user${n}@bench.example`;

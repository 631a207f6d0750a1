import { ACR_VALUES, isAcr } from '../../identity/sessions/acr.js';
import type { AskedStrength } from '../../platform/operations/caller.js';

/** A rule in its parts: refusal, calls, acr, seconds. */
const RULE = /^(!?)([a-z][a-z0-9]*\*?|\*)(?: requires acr (\S+)(?: max_age ([1-9]\d{0,8}))?)?$/;

const NO_RULE = 'is not a call name, prefix* or !rule';
const NO_REQUIREMENT = 'does not end in "requires acr URI" or "requires acr URI max_age SECONDS"';

/** What a rule says of the calls that it matches. */
interface Rule {
  readonly isRefusal: boolean;
  /** How the account must have signed in; null: in any way. */
  readonly strength: AskedStrength | null;
}

/** A compiled ruleset, which answers by the name of a call. */
export interface CompiledRuleset {
  readonly name: string;
  allows(callName: string): boolean;
  /** How an account that makes an allowed call must have signed in; null: in any way (D252). */
  strengthFor(callName: string): AskedStrength | null;
}

/**
 * What is wrong with a rule over call names, as the end of a sentence about it; null: nothing, as with `prov*`, `log2in`,
 * `!provdeleteaccount`, `*`, `admin* requires acr …`.
 */
export function problemWithRule(text: string): string | null {
  const [, refusal, , acr] = RULE.exec(text) ?? [];
  if (refusal === undefined) return text.includes(' requires') ? NO_REQUIREMENT : NO_RULE;
  if (acr === undefined) return null;
  if (refusal !== '') return 'refuses calls, so that it can require nothing';
  return isAcr(acr)
    ? null
    : `requires the unknown sign-in strength "${acr}"; use one of: ${ACR_VALUES.join(', ')}`;
}

/** D35: the last matching pattern wins; a call that no pattern matches is denied. */
export function compileRuleset(name: string, patterns: readonly string[]): CompiledRuleset {
  const verdicts = new Map<string, Rule | null>();
  // Once for each call of the ruleset: later calls of the same name find it in memory.
  const judge = (callName: string): Rule | null => {
    let verdict = verdicts.get(callName);
    if (verdict === undefined) {
      const rule = decidingRule(patterns, callName);
      verdict = rule === null ? null : readRule(rule);
      verdicts.set(callName, verdict);
    }
    return verdict;
  };
  return {
    name,
    allows: (callName) => judge(callName)?.isRefusal === false,
    strengthFor: (callName) => judge(callName)?.strength ?? null,
  };
}

/** Whether a pattern applies to this call, to allow or to deny it. */
export function matchesPattern(pattern: string, callName: string): boolean {
  const body = pattern.startsWith('!') ? pattern.slice(1) : pattern;
  const [calls] = body.split(' ', 1); // what it requires is behind a space
  return calls.endsWith('*') ? callName.startsWith(calls.slice(0, -1)) : callName === calls;
}

/**
 * The rule that decides about a call, which is the last one that matches; null: none matches, so the call is denied.
 */
export function decidingRule(patterns: readonly string[], callName: string): string | null {
  return patterns.findLast((pattern) => matchesPattern(pattern, callName)) ?? null;
}

/** Whether a deciding rule allows the call. */
export function isAllowedBy(rule: string | null): boolean {
  return rule !== null && !rule.startsWith('!');
}

/** null: it is none. */
function readRule(text: string): Rule | null {
  const [, refusal, , acr, maxAge] = RULE.exec(text) ?? [];
  if (refusal === undefined) return null;
  const maxAgeSeconds = maxAge === undefined ? null : Number(maxAge);
  const strength = acr === undefined ? null : { acr, maxAgeSeconds };
  return { isRefusal: refusal !== '', strength };
}

export const PATTERN = /^!?[a-z][a-z0-9]*\*?$|^!?\*$/;

/** A compiled ruleset, which answers by the name of a call. */
export interface CompiledRuleset {
  readonly name: string;
  allows(callName: string): boolean;
}

/** Whether a text is a pattern over call names: `prov*`, `log2in`, `!provdeleteaccount`, `*`. */
export function isPattern(text: string): boolean {
  return PATTERN.test(text);
}

/** D35: the last matching pattern wins; a call that no pattern matches is denied. */
export function compileRuleset(name: string, patterns: readonly string[]): CompiledRuleset {
  const verdicts = new Map<string, boolean>();
  return {
    name,
    allows(callName) {
      let verdict = verdicts.get(callName);
      if (verdict === undefined) {
        verdict = isAllowedBy(decidingRule(patterns, callName));
        verdicts.set(callName, verdict);
      }
      return verdict;
    },
  };
}

/** Whether a pattern applies to this call, to allow or to deny it. */
export function matchesPattern(pattern: string, callName: string): boolean {
  const body = pattern.startsWith('!') ? pattern.slice(1) : pattern;
  return body.endsWith('*') ? callName.startsWith(body.slice(0, -1)) : callName === body;
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

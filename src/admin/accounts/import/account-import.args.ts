import { area, FormField } from '../../../platform/checks/form.js';
import { Rule } from '../../../platform/checks/rule.js';

export const LINES_AT_ONCE = 500;

/** Accounts that are pasted. */
export class ImportForm {
  @FormField(area, 'Accounts, one per line')
  @Rule(problemWithLines)
  lines!: string;
}

/** Counted first: reading a megabyte of short ones would keep everybody waiting. */
export function problemWithLines(text: string): string | null {
  const count = linesOf(text).length;
  return count > 0 && count <= LINES_AT_ONCE ? null : `has 1 to ${LINES_AT_ONCE} lines, a JSON object each`;
}

/** Counted as an editor does; empty ones are none. */
export function linesOf(text: string): { line: number; text: string }[] {
  return text
    .split('\n')
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((each) => each.text !== '');
}

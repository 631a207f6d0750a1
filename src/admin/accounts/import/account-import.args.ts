import { area, FormField } from '../../../platform/checks/form.js';
import { Rule } from '../../../platform/checks/rule.js';
import { QueryFlag } from '../../shell/query-flag.js';

const LINES_AT_ONCE = 500;

/** The form into which accounts are pasted. */
export class ImportForm {
  @FormField(area, 'Accounts, one per line')
  @Rule(problemWithLines)
  lines!: string;
}

/** The query of `POST /accounts/import`. */
export class AccountImportQuery {
  @QueryFlag('Returns what would be created, without writing anything.')
  dryRun?: boolean;
}

/** Checked before parsing: a megabyte of short lines would block the event loop. */
export function problemWithLines(text: string): string | null {
  const count = linesOf(text).length;
  return count > 0 && count <= LINES_AT_ONCE
    ? null
    : `must have 1 to ${LINES_AT_ONCE} lines, each a JSON object`;
}

/** Returns the lines with their numbers, as an editor counts them, without empty lines. */
export function linesOf(text: string): { line: number; text: string }[] {
  return text
    .split('\n')
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((each) => each.text !== '');
}

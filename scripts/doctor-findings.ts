import { placesIn, VALUE } from './printed-words.js';
import { sources } from './start-refusals.js';

/** Checks of the server, and those that the command adds. */
const OF_DOCTOR = /^src\/(admin\/doctor\/|cli\/commands\/doctor\.ts$)/;
/** They make every result of a check that is not fine. */
export const FINDERS = ['problem', 'warning'];
/** The command as it is where `hearth` is installed; the server prints it as it is typed there. */
const TYPED_OTHERWISE = /npm run hearth --|node (…|'…') /;

export interface Finding {
  readonly check: string;
  readonly result: string;
  /** What may be found, with … for what differs. */
  readonly details: readonly string[];
  readonly advice: readonly string[];
}

/** Everything that `hearth doctor` may find wrong, by check. */
export function doctorFindings(): Finding[] {
  return sources()
    .filter((path) => OF_DOCTOR.test(path))
    .flatMap((path) => placesIn(path, FINDERS))
    .map(({ callee, words: [[check], details, advice] }) => ({
      check: check.replaceAll(`${VALUE} ${VALUE}`, 'a package'),
      result: callee,
      details: details.slice(-1),
      advice: advice.filter((text) => !TYPED_OTHERWISE.test(text)),
    }))
    .sort((a, b) => a.check.localeCompare(b.check, 'en') || a.result.localeCompare(b.result, 'en'));
}

import { SettingsError } from '../../platform/config/settings-error.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { placed } from '../../platform/records/typed-form.js';
import { jsonPath } from './bootstrap-problems.js';

/** Turns the problems of an entry of the bootstrap file into the error that stops the server's start. */
export async function asSettingsError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    const lines = cause.fields.map(({ field, message }) => placed(jsonPath(field), message));
    throw new SettingsError(`BOOTSTRAP_FILE: ${lines.join('; ')}`);
  }
}

import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { check, type RulesOf } from '../checks/check.js';
import { problemWithJson } from '../checks/sound-json.js';
import { invalid } from '../errors/problem-error.js';

/** Types without rules: path and query parameters, and bodies that their handlers check. */
const PLAIN: readonly unknown[] = [String, Number, Boolean, Object, Array, undefined];

/** Checks the input of the administration API against the class of the parameter, and names each invalid value. */
class BodyPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype, data }: ArgumentMetadata): Promise<unknown> {
    if (type === 'custom') return value;
    const whole = data ?? type;
    if (PLAIN.includes(metatype)) {
      const problem = problemWithJson(value);
      if (problem !== null) throw invalid([{ field: whole, message: problem }]);
      return value;
    }
    const checked = await check(metatype as RulesOf<object>, value);
    if ('value' in checked) return checked.value;
    throw invalid(checked.problems.map((each) => ({ ...each, field: each.field || whole })));
  }
}

export const bodyPipe = new BodyPipe();

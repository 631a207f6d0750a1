import { type Command, Option } from 'commander';

/** An option that gives a field of the API which has another name. */
export class FieldOption extends Option {
  constructor(
    flags: string,
    help: string,
    readonly field: string,
  ) {
    super(flags, help);
  }
}

/**
 * How the person who typed the command gave a field, for what is wrong with it: `--phone` for `identifier`.
 * @param path such as `countries[1]`
 * @returns the path, if no option gave it
 */
export function optionOf(command: Command, path: string): string {
  const [, field, rest] = /^(\w*)(.*)$/s.exec(path) ?? ['', path, ''];
  const option = command.options.find((each) => {
    const name = each.attributeName();
    const isOf = (each instanceof FieldOption ? each.field : name) === field;
    const isGiven = command.getOptionValueSource(name) === 'cli';
    return isOf && isGiven && each.negate === (command.getOptionValue(name) === false);
  });
  return option?.long ? `${option.long}${rest}` : path;
}

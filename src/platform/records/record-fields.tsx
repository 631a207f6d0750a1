import { Checkbox, Field, Select, TextArea } from '../pages/form.js';
import { capitalized } from '../pages/words.js';
import { sentenceAbout } from './about.js';
import { fieldsIn, type ChoiceField, type AnyField, type Fields } from './field.js';

type Options = readonly (readonly [value: string, text: string])[];

interface RecordFieldsProps {
  readonly fields: Fields;
  /** The values of the fields. */
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly errors: Readonly<Record<string, string>>;
  /** The choices of fields whose choices are records. */
  readonly choices?: Readonly<Record<string, Options>>;
  /** Goes before the ids, where the page has another form with such names. */
  readonly idPrefix?: string;
  /** The values that fields have unless the reader changes them: a group with other values is open. */
  readonly usual?: Readonly<Record<string, string | boolean>>;
  /** The titles of the groups, in order; a group is collapsed unless one of its fields is set or has an error. */
  readonly groups?: Readonly<Record<string, string>>;
}

/** The fields of a record's form: first those without a group, then each group. */
export function RecordFields({ groups = {}, ...props }: RecordFieldsProps) {
  const of = (group?: string) => fieldsIn(props.fields).filter(([, field]) => field.group === group);
  return (
    <>
      {of().map(([name, field]) => (
        <FieldInput key={name} {...props} name={name} field={field} />
      ))}
      {Object.entries(groups).map(([group, title]) => (
        <details key={group} open={of(group).some(([name, field]) => isOpenFor(name, field, props))}>
          <summary>{title}</summary>
          {of(group).map(([name, field]) => (
            <FieldInput key={name} {...props} name={name} field={field} />
          ))}
        </details>
      ))}
    </>
  );
}

interface FieldInputProps extends Omit<RecordFieldsProps, 'fields' | 'groups' | 'usual'> {
  readonly name: string;
  readonly field: AnyField;
}

function FieldInput({ name, field, values, errors, choices = {}, idPrefix = '' }: FieldInputProps) {
  const { label } = field;
  const hint = field.hint === true ? sentenceAbout(field) : field.hint;
  const value = String(values[name]);
  const said = { name, id: `${idPrefix}${name}`, label, hint, error: errors[name] };
  const isOptional = !field.isRequired;
  if (field.kind === 'flag') return <Checkbox {...said} isChecked={values[name] === true} />;
  if (Object.hasOwn(choices, name)) return <Select {...said} value={value} options={choices[name]} />;
  if (field.kind === 'choice') return <Select {...said} value={value} options={optionsOf(field)} />;
  if (field.kind === 'enum') {
    const options = field.names.map((text, number) => [String(number), capitalized(text)] as const);
    return <Select {...said} value={value} options={options} />;
  }
  if (field.kind === 'lines' || field.kind === 'json')
    return <TextArea {...said} value={value} rows={field.rows} isOptional={isOptional} />;
  const type = field.kind === 'number' ? 'number' : 'text';
  const longest = field.kind === 'text' ? field.longest : undefined;
  return <Field {...said} value={value} type={type} longest={longest} isOptional={isOptional} />;
}

function isOpenFor(
  name: string,
  field: AnyField,
  { values, errors, usual = {} }: RecordFieldsProps,
): boolean {
  const { [name]: kept = field.kind === 'flag' ? false : (field.startsAs ?? '') } = usual;
  return values[name] !== kept || errors[name] !== undefined;
}

function optionsOf({ choices, choiceTexts: texts = {}, isNullable }: ChoiceField): Options {
  const options = choices.map((choice) => [choice, texts[choice] ?? capitalized(choice)] as const);
  return isNullable ? [['', texts[''] ?? 'None'], ...options] : options;
}

import type { RulesOf } from '../../../platform/checks/check.js';
import { textIn } from '../../../platform/checks/form.js';
import type { Visit } from '../../../platform/operations/visit.js';
import type { Fields } from '../../../platform/records/field.js';
import {
  emptyForm,
  formIn,
  formOf,
  labelsOf,
  recordBodyOf,
  type Typed,
} from '../../../platform/records/typed-form.js';
import { checkedForm, type Labels, type Sent } from './sent-form.js';

/** A form over a field table: reads and checks its values. */
export class RecordForm<T extends Fields, B extends object> {
  /**
   * @param type the body of the API, with its rules
   * @param labels by which errors name the fields
   */
  constructor(
    readonly fields: T,
    private readonly type: RulesOf<B>,
    readonly labels: Labels = labelsOf(fields),
  ) {}

  /** The values of a new record. */
  get empty(): Typed<T> {
    return emptyForm(this.fields);
  }

  of(record: object): Typed<T> {
    return formOf(this.fields, record);
  }

  /**
   * @param more members of the body outside of the table
   * @returns the typed values, with either the checked body or the errors, as sentForm() does
   */
  async read({ body }: Visit, more: Partial<B> = {}): Promise<{ values: Typed<T> } & Sent<B>> {
    const values = formIn(this.fields, (name) => textIn(body, name));
    const sent = { ...recordBodyOf(this.fields, values), ...more };
    return { values, ...(await checkedForm(this.type, sent, this.labels)) };
  }
}

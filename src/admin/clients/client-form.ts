import { NewClientBody } from '../../oauth/clients/client-entry.js';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { changeable, labelsOf, onForm, type Typed } from '../../platform/records/form.js';
import type { Fields } from '../../platform/records/field.js';
import { RecordForm } from '../shell/console/record-form.js';
import { ClientChange } from './client.args.js';

const LABELS = labelsOf(CLIENT_FIELDS);

export const NEW_CLIENT_FORM = new RecordForm(onForm(CLIENT_FIELDS), NewClientBody, LABELS);
export const CLIENT_FORM = new RecordForm(changeable(CLIENT_FIELDS), ClientChange, LABELS);

/** The values of one of these forms. */
export type ClientFormValues = Typed<Fields>;

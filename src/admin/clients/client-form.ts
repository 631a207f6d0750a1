import type { Request } from 'express';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { changeable, formIn, labelsOf, onForm, type Typed } from '../../platform/records/form.js';
import { textIn } from '../shell/console/form-values.js';

/** The fields of a new client's form, and those of one that there is. */
export const NEW_CLIENT_FORM = onForm(CLIENT_FIELDS);
export const CLIENT_FORM = changeable(CLIENT_FIELDS);
export const CLIENT_LABELS = labelsOf(CLIENT_FIELDS);

/** What stands in them. */
export type ClientFormValues = Typed<typeof NEW_CLIENT_FORM>;

export function clientFormIn(request: Request): ClientFormValues {
  return formIn(NEW_CLIENT_FORM, (name) => textIn(request, name));
}

import { textIn } from '../../platform/checks/form.js';
import type { Visit } from '../../platform/operations/visit.js';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { changeable, formIn, labelsOf, onForm, type Typed } from '../../platform/records/form.js';

/** The fields in the form of a new client, and of an existing one. */
export const NEW_CLIENT_FORM = onForm(CLIENT_FIELDS);
export const CLIENT_FORM = changeable(CLIENT_FIELDS);
export const CLIENT_LABELS = labelsOf(CLIENT_FIELDS);

/** The values of these fields. */
export type ClientFormValues = Typed<typeof NEW_CLIENT_FORM>;

export function clientFormIn(visit: Visit): ClientFormValues {
  return formIn(NEW_CLIENT_FORM, (name) => textIn(visit.body, name));
}

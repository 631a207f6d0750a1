import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { ErrorKey, PageErrors } from '../../platform/pages/page-errors.js';
import type { ActRefusal } from './family-acts.js';

/** The text for each refusal of an act on a page, at the field that it concerns or for the form as a whole. */
const TEXTS: Readonly<Record<ActRefusal, ErrorKey>> = {
  gone: 'notAllowed',
  notAllowed: 'notAllowed',
  noMember: 'noLongerMember',
  noInvitation: 'notAllowed',
  notEmpty: 'familyHasOthers',
  founderStays: 'founderStays',
  tooSoon: 'sentAlready',
  converting: 'pictureWaiting',
};

/** Waits for an act of a member. @returns what is wrong, by form field (D236, D384) */
export async function problemsAt(field: string, act: Promise<ActRefusal | null>): Promise<PageErrors> {
  const refusal = await act;
  return refusal === null ? {} : { [field]: TEXTS[refusal] };
}

/** As `problemsAt`, for a picture that was uploaded. */
export async function problemsWithPicture(act: Promise<ActRefusal | null>): Promise<PageErrors> {
  try {
    return await problemsAt('file', act);
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    if (cause.definition === Errors.imageInvalid) return { file: 'pictureInvalid' };
    if (cause.definition === Errors.imageTooLarge) return { file: 'pictureTooLarge' };
    if (cause.definition === Errors.unavailable) return { file: 'busy' };
    throw cause;
  }
}

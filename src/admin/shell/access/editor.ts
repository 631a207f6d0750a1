import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { markConditional } from '../../../platform/operations/declare-admin.js';
import { etagIn } from '../console/sent-form.js';
import { administratorIn, consoleVisitIn, type Administrator, type ConsoleVisit } from './administrator.js';

/** An administrator who changes a record, and the state of the record that this administrator has seen. */
export interface Editor extends Administrator {
  /** The If-Match header, or the hidden field of a form; `*` matches any state. */
  readonly ifMatch: string | undefined;
}

/** The administrator with the If-Match header. Its route requires it. */
export const CurrentEditor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Editor => {
    const visit = consoleVisitIn(context);
    return { ...administratorIn(visit), ifMatch: visit.headers['if-match'] };
  },
  [markConditional],
);

/** The administrator who sent a form, with the state of the record that the form was shown for. */
export function editorIn(visit: ConsoleVisit): Editor {
  return { ...visit.by, ifMatch: etagIn(visit) };
}

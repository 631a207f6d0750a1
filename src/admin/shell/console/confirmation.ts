import { Injectable } from '@nestjs/common';
import { html, seeOther, type Shown } from '../../../platform/operations/shown.js';
import type { Visit } from '../../../platform/operations/visit.js';
import {
  asTyped,
  FormField,
  problemsByField,
  readForm,
  Told,
  trimmed,
} from '../../../platform/checks/form.js';
import { Rule } from '../../../platform/checks/rule.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { AdminSessions } from '../access/admin-sessions.js';
import type { Administrator, ConsoleVisit } from '../access/administrator.js';
import { editorIn, type Editor } from '../access/editor.js';
import { etagOf } from '../etag.js';
import { deletionPage, type Deletion } from './deletion.page.js';
import { sectionOf } from './sections.js';
import {
  etagIn,
  outcomeOf,
  PASSWORD_NEEDED,
  doneOrRefused,
  refusedFor,
  withPassword,
  type FormErrors,
  type Refused,
  type Sent,
} from './sent-form.js';

/** The password of a form. It has no rules, because it is verified elsewhere. */
class ConfirmationForm {
  @FormField(asTyped)
  password!: string;
}

/** The form of an irreversible action. It asks for a name, so that nobody does it by mistake. */
class DangerForm {
  @FormField(trimmed)
  @Rule<DangerForm>((typed, { name }) => (typed === name ? null : `Type ${name} exactly as shown.`))
  typed!: string;

  @Told()
  name!: string;
}

/** Checks the forms of actions that need a confirmation. */
@Injectable()
export class Confirmation {
  constructor(private readonly sessions: AdminSessions) {}

  /** @param name the text to type @returns the errors of the form, or null if it is confirmed */
  private async problems(visit: ConsoleVisit, name: string): Promise<FormErrors | null> {
    const { problems } = await readForm(DangerForm, visit.body, { name });
    const password = await this.passwordProblem(visit);
    if (problems.length === 0 && password === null) return null;
    return { ...problemsByField(problems), ...(password === null ? {} : { password }) };
  }

  /** The error of the password field; null if the password is right, or was just confirmed. */
  async passwordProblem(visit: ConsoleVisit): Promise<string | null> {
    const confirmed = await this.confirmed(visit);
    return typeof confirmed === 'string' ? confirmed : null;
  }

  /** Adds the error of the password to the errors of the form. @param field the field that shows it */
  async withPassword<S extends object>(
    visit: ConsoleVisit,
    sent: Promise<S & Partial<Refused>>,
    field = 'password',
  ): Promise<S | (S & Refused)> {
    return withPassword(await sent, await this.passwordProblem(visit), field);
  }

  /** Performs an action that only needs the password. @param field the field that shows its error */
  async ifConfirmed<T>(
    visit: ConsoleVisit,
    field: string,
    work: () => Promise<T>,
  ): Promise<{ done: T } | Refused> {
    const problem = await this.passwordProblem(visit);
    return problem === null ? doneOrRefused(work()) : refusedFor({ [field]: problem });
  }

  /** Performs an action that only needs the password for some values. Uses the password of the form, if it has one. */
  async attempt<B, T>(
    visit: ConsoleVisit,
    sent: Sent<B>,
    work: (body: B, by: Editor) => Promise<T>,
  ): Promise<{ done: T } | Refused> {
    const isConfirming = !('errors' in sent) && (await passwordIn(visit)) !== '';
    const confirmed = isConfirming ? await this.confirmed(visit) : visit.by;
    if (typeof confirmed === 'string') return refusedFor({ confirmation: confirmed });
    return outcomeOf(sent, (body) => work(body, { ...confirmed, ifMatch: etagIn(visit) }));
  }

  /** Asks before a record is deleted. @param state the state that its ETag covers */
  askDeletion({ by, asksPassword }: ConsoleVisit, deletion: Deletion, state: object): Shown {
    return html(deletionPage({ by, deletion, etag: etagOf(state), asksPassword }));
  }

  /** Deletes a record, or asks again. */
  async delete(
    visit: ConsoleVisit,
    deletion: Deletion,
    remove: (by: Editor) => Promise<void>,
  ): Promise<Shown> {
    const errors = await this.problems(visit, deletion.typed ?? deletion.record.name);
    const outcome = errors ? refusedFor(errors) : await doneOrRefused(remove(editorIn(visit)));
    if ('done' in outcome) return seeOther(`${sectionOf(deletion.section).href}?done=deleted`);
    const { by, asksPassword } = visit;
    const etag = etagIn(visit);
    return html(deletionPage({ by, deletion, etag, asksPassword, ...outcome }), { status: 422 });
  }

  /** @returns the administrator with a confirmed password, or the error of the password field */
  private async confirmed(visit: ConsoleVisit): Promise<Administrator | string> {
    const { by } = visit;
    if (!by.session || this.sessions.isConfirmed(by.session)) return by;
    const password = await passwordIn(visit);
    if (password === '') return PASSWORD_NEEDED;
    try {
      return { ...by, session: await this.sessions.confirm(by.session, password, by.address) };
    } catch (cause) {
      if (cause instanceof ProblemError) return 'The password is wrong.';
      if (cause instanceof CallError) return cause.message; // too many attempts, or the server is busy
      throw cause;
    }
  }
}

async function passwordIn({ body }: Visit): Promise<string> {
  return (await readForm(ConfirmationForm, body)).values.password;
}

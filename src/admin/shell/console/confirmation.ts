import { Injectable } from '@nestjs/common';
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
import type { Administrator } from '../access/administrator.js';
import { PASSWORD_NEEDED, refusalOf, type FormErrors, type Labels } from './sent-form.js';

/** The form's password, which is verified elsewhere, so it has no rules. */
class ConfirmationForm {
  @FormField(asTyped)
  password!: string;
}

/** The form of an irreversible action: a name must be typed, so that nobody does it by mistake. */
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

  /** Whether the form has to ask for the password. */
  asksPassword({ session }: Administrator): boolean {
    return session !== null && !this.sessions.isConfirmed(session);
  }

  /** @param name what has to be typed; @returns the errors of the form, or null if it is confirmed */
  async problems(visit: Visit, by: Administrator, name: string): Promise<FormErrors | null> {
    const { problems } = await readForm(DangerForm, visit.body, { name });
    const password = await this.passwordProblem(visit, by);
    if (problems.length === 0 && password === null) return null;
    return { ...problemsByField(problems), ...(password === null ? {} : { password }) };
  }

  /** The same if only the password is needed, as to show a new secret or assign a role. */
  async passwordProblem(visit: Visit, by: Administrator): Promise<string | null> {
    const confirmed = await this.confirmed(visit, by);
    return typeof confirmed === 'string' ? confirmed : null;
  }

  /** Runs what needs the password for some values only, with the password of the form if it has one. */
  async attempt<T>(
    visit: Visit,
    by: Administrator,
    work: (by: Administrator) => Promise<T>,
    labels: Labels = {},
  ): ReturnType<typeof refusalOf<T>> {
    const confirmed = (await passwordIn(visit)) === '' ? by : await this.confirmed(visit, by);
    if (typeof confirmed !== 'string') return refusalOf(work(confirmed), labels);
    return { errors: { confirmation: confirmed }, problem: confirmed };
  }

  /** @returns the administrator with a confirmed password, or the error of the password field */
  private async confirmed(visit: Visit, by: Administrator): Promise<Administrator | string> {
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

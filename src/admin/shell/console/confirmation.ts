import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
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
import { PASSWORD_NEEDED, refusalOf, type FormErrors, type Labels } from './checked.js';

/** The password once more, which is verified, not checked. */
class PasswordForm {
  @FormField(asTyped)
  password!: string;
}

/** With something to type, so that nobody does it by a slip. */
class DangerForm {
  @FormField(trimmed)
  @Rule<DangerForm>((typed, { name }) => (typed === name ? null : `Type ${name} exactly as shown.`))
  typed!: string;

  @Told()
  name!: string;
}

/** Checks the form of what can't be undone. */
@Injectable()
export class Confirmation {
  constructor(private readonly sessions: AdminSessions) {}

  /** Whether the form has to ask for the password. */
  asksPassword({ session }: Administrator): boolean {
    return session !== null && !this.sessions.isConfirmed(session);
  }

  /** @param name what was to be typed; @returns what is wrong with the form, or null when it may be done */
  async problems(request: Request, by: Administrator, name: string): Promise<FormErrors | null> {
    const { problems } = await readForm(DangerForm, request.body, { name });
    const password = await this.passwordProblem(request, by);
    if (problems.length === 0 && password === null) return null;
    return { ...problemsByField(problems), ...(password === null ? {} : { password }) };
  }

  /** The same where nothing has to be typed: showing a new secret, giving a role. */
  async passwordProblem(request: Request, by: Administrator): Promise<string | null> {
    const confirmed = await this.confirmed(request, by);
    return typeof confirmed === 'string' ? confirmed : null;
  }

  /** What needs the password for some values only: done with the one that the form had, if it had one. */
  async attempt<T>(
    request: Request,
    by: Administrator,
    work: (by: Administrator) => Promise<T>,
    labels: Labels = {},
  ): ReturnType<typeof refusalOf<T>> {
    const confirmed = (await passwordIn(request)) === '' ? by : await this.confirmed(request, by);
    if (typeof confirmed !== 'string') return refusalOf(work(confirmed), labels);
    return { errors: { confirmation: confirmed }, problem: confirmed };
  }

  /** @returns who acts, confirmed; or what is wrong with the password */
  private async confirmed(request: Request, by: Administrator): Promise<Administrator | string> {
    if (!by.session || this.sessions.isConfirmed(by.session)) return by;
    const password = await passwordIn(request);
    if (password === '') return PASSWORD_NEEDED;
    try {
      return { ...by, session: await this.sessions.confirm(by.session, password, by.address) };
    } catch (cause) {
      if (cause instanceof ProblemError) return 'This is not your password.';
      if (cause instanceof CallError) return cause.message; // too many attempts, or busy
      throw cause;
    }
  }
}

async function passwordIn({ body }: Request): Promise<string> {
  return (await readForm(PasswordForm, body)).values.password;
}

import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallError } from '../../../platform/errors/call-error.js';
import { ProblemError } from '../../../platform/errors/problems.js';
import { AdminSessions } from '../access/admin-sessions.js';
import type { Administrator } from '../access/administrator.js';
import { PASSWORD_NEEDED, refusalOf, type Labels } from './checked.js';
import type { DangerProps } from './danger.js';
import { textIn } from './form-values.js';

/** Checks the form of what can't be undone. */
@Injectable()
export class Confirmation {
  constructor(private readonly sessions: AdminSessions) {}

  /** Whether the form has to ask for the password. */
  asksPassword({ session }: Administrator): boolean {
    return session !== null && !this.sessions.isConfirmed(session);
  }

  /** @param name what was to be typed; @returns what is wrong with the form, or null when it may be done */
  async problems(request: Request, by: Administrator, name: string): Promise<DangerProps['errors'] | null> {
    if (textIn(request, 'typed').trim() !== name) return { name: `Type ${name} exactly as shown.` };
    const password = await this.passwordProblem(request, by);
    return password === null ? null : { password };
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
    const confirmed = textIn(request, 'password') === '' ? by : await this.confirmed(request, by);
    if (typeof confirmed !== 'string') return refusalOf(work(confirmed), labels);
    return { errors: { confirmation: confirmed }, problem: confirmed };
  }

  /** @returns who acts, confirmed; or what is wrong with the password */
  private async confirmed(request: Request, by: Administrator): Promise<Administrator | string> {
    if (!by.session || this.sessions.isConfirmed(by.session)) return by;
    const password = textIn(request, 'password');
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

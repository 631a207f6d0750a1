import type { Person } from '../stage/cast.js';
import type { Caller, Expected, Judged } from './caller.js';

/** A browser without script, which keeps its cookies. Each page may come from another node. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly caller: Caller) {}

  open(what: string, path: string, expected: Expected): Promise<Judged> {
    return this.send(what, path, undefined, expected);
  }

  submit(
    what: string,
    path: string,
    form: Readonly<Record<string, string>>,
    expected: Expected,
  ): Promise<Judged> {
    return this.send(what, path, form, expected);
  }

  signIn({ identifier, password }: Person, path: string, others: readonly number[] = []): Promise<Judged> {
    return this.submit('sign-in on a page', path, { identifier, password }, { right: [303, ...others] });
  }

  private async send(
    what: string,
    path: string,
    form: Readonly<Record<string, string>> | undefined,
    expected: Expected,
  ): Promise<Judged> {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'Sec-Fetch-Site': 'same-origin', ...(Cookie === '' ? {} : { Cookie }) };
    const judged = await this.caller.once(what, { path, form, headers }, expected);
    for (const line of judged.answer?.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return judged;
  }
}

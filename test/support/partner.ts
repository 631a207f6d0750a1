import { basic, type Answer } from './a01.js';
import { CLIENTS } from './fixtures.js';
import { Recorder } from './recorder.js';
import type { TestServer } from './start-app.js';

export type Fields = Readonly<Record<string, string>>;

/** §2.6, as answered by getaccount. */
interface Information {
  readonly accountId: string;
  readonly identifiers: readonly Fields[];
  readonly name: string;
  readonly lastLoginDate: string;
  readonly families: readonly (Omit<Fields, 'pictureURIs'> & {
    readonly familyId: string;
    readonly pictureURIs: readonly string[];
  })[];
}

export interface Upload {
  readonly content: Buffer;
  readonly part?: string;
  readonly fileName?: string;
  readonly type?: string;
}

/** An unused id: the largest Long. */
export const NO_SUCH = '9223372036854775807';

/** A partner's back end: the provisioning calls of §4.5 with client credentials. */
export class Partner {
  readonly api: Recorder;
  private made = 0;

  constructor(
    readonly server: TestServer,
    readonly credentials: Fields = basic(CLIENTS.provisioning),
    private readonly name = 'partner',
  ) {
    this.api = new Recorder(server);
  }

  /** A POST to the call's path. */
  call(operation: string, fields: Fields = {}): Promise<Answer> {
    return this.api.post(`/api/prov/${operation}`, fields, this.credentials);
  }

  upload(operation: string, fields: Fields, file: Upload): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const blob = new Blob([Uint8Array.from(file.content)], {
      type: file.type ?? 'application/octet-stream',
    });
    form.set(file.part ?? 'FamilyImage', blob, file.fileName ?? 'picture');
    return this.api.send('POST', `/api/prov/${operation}`, this.credentials, form);
  }

  /** The result of a call that must succeed. */
  async result(operation: string, fields: Fields = {}): Promise<string> {
    return resultOf(await this.call(operation, fields));
  }

  family(fields: Fields = {}): Promise<string> {
    return this.result('createfamily', { FamilyName: 'The Ls', ...fields });
  }

  /** Creates an account with a new e-mail address in this family. */
  account(familyId: string, fields: Fields = {}): Promise<string> {
    return this.result('createaccount', { ...this.newAccount(), familyId, ...fields });
  }

  /** The parameters of createaccount besides the family. */
  newAccount(): { Type: string; Identifier: string; UserName: string; UserCountryCode: string } {
    return { Type: 'Email', Identifier: this.email(), UserName: 'Lou', UserCountryCode: 'DE' };
  }

  /** Parameters with which a call works, in a family of their own: a call ignores unknown ones (D4). */
  async fieldsOf(operation: string): Promise<Record<string, string>> {
    const familyId = await this.family();
    if (operation === 'deletefamily') return { familyId };
    const email = this.email();
    const accountId = await this.account(familyId, { Identifier: email });
    if (operation === 'search') return { email };
    return { FamilyName: 'The Ps', familyId, accountId, ...this.newAccount() };
  }

  /** An unused address. */
  email(): string {
    return `lou-${++this.made}@${this.name}.example`;
  }

  async information(accountId: string): Promise<Information> {
    const { status, body } = await this.call('getaccount', { accountId });
    if (status !== 200) throw new Error(`no account information: ${JSON.stringify(body)}`);
    return body.a01.r.r;
  }

  async pictureUrls(accountId: string): Promise<readonly string[]> {
    return (await this.information(accountId)).families[0].pictureURIs;
  }
}

function resultOf({ status, body }: Answer): string {
  if (status !== 200) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
  return body.a01.r.r;
}

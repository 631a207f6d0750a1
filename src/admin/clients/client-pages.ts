import { Injectable } from '@nestjs/common';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { Clock } from '../../platform/security/clock.js';
import type { Administrator, ConsoleVisit } from '../shell/access/administrator.js';
import type { Refused } from '../shell/console/sent-form.js';
import { etagOf } from '../shell/etag.js';
import { CLIENT_FORM } from './client-form.js';
import { ClientLookup, stateOf } from './client-lookup.js';
import { ClientTests } from './client-tests.js';
import { ClientTrials } from './client-trials.js';
import type { Tested } from './client-testers.js';
import { clientPage, type ClientPageProps } from './client.page.js';
import type { ClientView, CreatedClientView } from './client.view.js';
import { createdClientPage } from './new-client.page.js';

export const NOTHING_TESTED: Tested = {
  redirectUri: '',
  redirect: null,
  call: '',
  verdict: null,
  logout: null,
};

/** Switches of the record that do nothing, or shut the client out, unless its ruleset allows these. */
const SWITCHES = [
  { field: 'requirePushedAuthorizationRequests', call: 'oauth2par' },
  { field: 'allowsDeviceAuthorization', call: 'oauth2deviceauthorization' },
] as const;

/** Loads the data of a client's pages and renders them. */
@Injectable()
export class ClientPages {
  constructor(
    private readonly lookup: ClientLookup,
    private readonly tests: ClientTests,
    private readonly trials: ClientTrials,
    private readonly clock: Clock,
  ) {}

  /** @param told the result of the form that was sent: its values, errors, notice */
  async page(
    { by, asksPassword }: ConsoleVisit,
    clientId: string,
    told: Partial<ClientPageProps> = {},
  ): Promise<string> {
    const client = await this.lookup.get(clientId);
    return clientPage({
      by,
      client,
      values: CLIENT_FORM.of(client),
      etag: etagOf(stateOf(client)),
      rulesets: await this.lookup.rulesets(),
      trials: await this.trials.of(client),
      idleSwitches: idleSwitchesOf(client, await this.tests.allowed(client)),
      tested: NOTHING_TESTED,
      asksPassword,
      now: this.clock.now(),
      ...told,
    });
  }

  /** The page again, with the errors of the form that was sent. */
  async refuse(
    visit: ConsoleVisit,
    clientId: string,
    told: Refused & Partial<ClientPageProps>,
  ): Promise<Shown> {
    return html(await this.page(visit, clientId, told), { status: 422 });
  }

  async created(client: CreatedClientView, by: Administrator): Promise<string> {
    const trials = await this.trials.of(client, client.secret ?? undefined);
    return createdClientPage({ by, client, trials });
  }

  /** The results of the testers, whose input is in the page's query. */
  async tested(clientId: string, redirectUri: string, call: string): Promise<Tested> {
    return {
      ...NOTHING_TESTED,
      redirectUri,
      redirect: redirectUri === '' ? null : await this.tests.redirect(clientId, redirectUri),
      call,
      verdict: call === '' ? null : await this.tests.call(clientId, call),
    };
  }
}

/** Those that are on, and whose call the ruleset does not allow. */
function idleSwitchesOf(client: ClientView, allowed: readonly string[]): ClientPageProps['idleSwitches'] {
  return SWITCHES.filter(({ field, call }) => client[field] && !allowed.includes(call)).map(
    ({ field, call }) => ({ label: CLIENT_FIELDS[field].label, call }),
  );
}

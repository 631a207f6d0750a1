import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { clientRowId } from '../database-rows.js';
import { CLIENTS } from '../fixtures.js';
import { newEmail } from '../invitations.js';
import { setDisabled, setPatterns } from '../record-changes.js';
import { asked, type Act } from './act.js';
import { newMember } from './stage.js';

/** Work that the server does by itself, or at its start. */
export const SERVICES: Readonly<Record<string, Act>> = {
  'an account is disabled by a service': async ({ server }) => {
    const { id } = await newMember(server);
    return () => asked(() => server.get(AccountService).disable(id));
  },
  'an account is enabled by a service': async ({ server }) => {
    const { id } = await newMember(server);
    await server.get(AccountService).disable(id);
    return () => asked(() => server.get(AccountService).enable(id));
  },
  'a client is disabled by a service': async ({ server }) => {
    const id = await clientRowId(server, CLIENTS.imported.id);
    await setDisabled(server, id, false);
    return () => asked(() => setDisabled(server, id, true));
  },
  "a ruleset's patterns": async ({ server }) => {
    await setPatterns(server, 'LEGACY', ['acc*']);
    return () => asked(() => setPatterns(server, 'LEGACY', ['acc*', 'sys*']));
  },
  'clean-up': async ({ server }) => {
    // Clears the backlog: each batch is its own transaction, so a cut between two would leave the work half done.
    await server.get(CleanUp).run();
    return () => asked(() => server.get(CleanUp).run());
  },
  'a bootstrap file': ({ server }) => {
    const identifiers = [{ type: 'Email' as const, value: newEmail(), isValidated: true }];
    const accounts = [{ name: 'B', identifiers, password: 'a-long-password-3' }];
    return () => asked(() => server.get(Bootstrap).apply({ accounts }));
  },
};

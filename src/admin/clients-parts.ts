import { ClientLookup } from './clients/client-lookup.js';
import { ClientPages } from './clients/client-pages.js';
import { ClientSecretsConsole } from './clients/client-secrets.console.js';
import { ClientTests } from './clients/client-tests.js';
import { ClientTrials } from './clients/client-trials.js';
import { ClientToolsController } from './clients/client-tools.controller.js';
import { ClientConsole } from './clients/client.console.js';
import { ClientsConsole } from './clients/clients.console.js';
import { ClientsController } from './clients/clients.controller.js';
import { Clients } from './clients/clients.service.js';
import { NewClientConsole } from './clients/new-client.console.js';
import { ConfigurationClients } from './configuration/configuration-clients.js';
import { ConfigurationImportConsole } from './configuration/configuration-import.console.js';
import { ConfigurationConsole } from './configuration/configuration.console.js';
import { ConfigurationController } from './configuration/configuration.controller.js';
import { Configuration } from './configuration/configuration.service.js';

/** What administrators do with clients: of the administration's module, in a file of its own for its length. */
export const CLIENTS_CONTROLLERS = [
  ClientConsole,
  ClientsConsole,
  ClientsController,
  ClientSecretsConsole,
  ClientToolsController,
  ConfigurationConsole,
  ConfigurationController,
  ConfigurationImportConsole,
  NewClientConsole,
];

export const CLIENTS_PROVIDERS = [
  ClientLookup,
  ClientPages,
  Clients,
  ClientTests,
  ClientTrials,
  Configuration,
  ConfigurationClients,
];

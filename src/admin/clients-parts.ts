import { ClientLookup } from './clients/client-lookup.js';
import { ClientTests } from './clients/client-tests.js';
import { ClientToolsController } from './clients/client-tools.controller.js';
import { ClientsController } from './clients/clients.controller.js';
import { Clients } from './clients/clients.service.js';

export const CLIENTS_CONTROLLERS = [ClientsController, ClientToolsController];

export const CLIENTS_PROVIDERS = [ClientLookup, Clients, ClientTests];

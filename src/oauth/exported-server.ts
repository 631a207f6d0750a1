import { WithBrandings } from '../identity/branding/branding-entry.js';
import { Entries } from '../platform/operations/entries.js';
import { ExportedProvider } from './providers/provider-entry.js';
import { ExportedResource } from './resources/resource-entry.js';
import { ExportedRuleset } from './rulesets/ruleset-entry.js';
import { ExportedWebhook } from './webhooks/webhook-entry.js';

/** What exports, imports and bootstrap files have in common: all but clients, whose secrets a file may have in plain. */
export class ExportedServer extends WithBrandings {
  @Entries(ExportedRuleset)
  rulesets?: ExportedRuleset[];

  @Entries(ExportedProvider, { most: 1000 })
  providers?: ExportedProvider[];

  @Entries(ExportedWebhook, { most: 10_000 })
  webhooks?: ExportedWebhook[];

  @Entries(ExportedResource, { most: 1000 })
  resources?: ExportedResource[];
}

import { AuditTrail } from './audit/audit-trail.js';
import { AuditConsole } from './audit/audit.console.js';
import { AuditController } from './audit/audit.controller.js';
import { DatabaseChecks } from './doctor/database-checks.js';
import { DoctorController } from './doctor/doctor.controller.js';
import { Doctor } from './doctor/doctor.service.js';
import { IntakeChecks } from './doctor/intake-checks.js';
import { LegacyUseController } from './legacy-use/legacy-use.controller.js';
import { LegacyUses } from './legacy-use/legacy-uses.js';
import { Messages } from './outbox/messages.service.js';
import { OutboxConsole } from './outbox/outbox.console.js';
import { OutboxController } from './outbox/outbox.controller.js';
import { HourlyCounts } from './overview/hourly-counts.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import { SettingsInForce } from './settings/settings-in-force.js';
import { SettingsConsole } from './settings/settings.console.js';
import { SettingsController } from './settings/settings.controller.js';

/** What operators look at: of the administration's module, in a file of its own for its length. */
export const OPERATIONS_CONTROLLERS = [
  AuditConsole,
  AuditController,
  DoctorController,
  LegacyUseController,
  OutboxConsole,
  OutboxController,
  OverviewController,
  SettingsConsole,
  SettingsController,
];

export const OPERATIONS_PROVIDERS = [
  AuditTrail,
  DatabaseChecks,
  Doctor,
  IntakeChecks,
  HourlyCounts,
  LegacyUses,
  Messages,
  OverviewService,
  SettingsInForce,
];

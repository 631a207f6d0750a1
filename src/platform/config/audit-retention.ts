import { SettingsError } from './settings-error.js';

/** The retention classes of the audit trail, with their default in days. */
export const DEFAULT_AUDIT_RETENTION = {
  signin: 90,
  token: 30,
  consent: 365,
  account: 365,
  provisioning: 730,
  administration: 730,
} as const;

export type AuditClass = keyof typeof DEFAULT_AUDIT_RETENTION;
type AuditRetention = Readonly<Record<AuditClass, number>>;

export const AUDIT_CLASSES = Object.keys(DEFAULT_AUDIT_RETENTION) as AuditClass[];
const MAX_DAYS = 36_500;

/** Parses `token=7,signin=30`; a class that is not named keeps its default. @throws SettingsError naming the invalid part */
export function readAuditRetention(text: string): AuditRetention {
  const days: Record<AuditClass, number> = { ...DEFAULT_AUDIT_RETENTION };
  for (const part of text.split(',').flatMap((each) => each.trim() || [])) {
    const [name, value, ...rest] = part.split('=').map((half) => half.trim());
    const isDays = rest.length === 0 && /^[1-9]\d{0,4}$/.test(value ?? '') && Number(value) <= MAX_DAYS;
    if (!isAuditClass(name) || !isDays) {
      throw new SettingsError(
        `AUDIT_RETENTION must list class=days, days from 1 to ${MAX_DAYS} and a class of ${AUDIT_CLASSES.join(', ')}; "${part}" is not`,
      );
    }
    days[name] = Number(value);
  }
  return days;
}

function isAuditClass(name: string): name is AuditClass {
  return Object.hasOwn(DEFAULT_AUDIT_RETENTION, name);
}

import { WATCHED_NAMES } from './watched-tables.js';

/** Deletes the rows of webhooks that are gone. Few webhooks have many rows: each webhook is looked up once. */
const ofNoWebhook = (table: string, key: string, limit: number): string => `
  WITH RECURSIVE told AS (
    (SELECT webhook_id FROM ${table} ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT t.webhook_id FROM ${table} t WHERE t.webhook_id > told.webhook_id ORDER BY t.webhook_id LIMIT 1)
      FROM told WHERE told.webhook_id IS NOT NULL
  )
  DELETE FROM ${table} WHERE (${key}) IN (
    SELECT ${key} FROM ${table} JOIN told USING (webhook_id)
     WHERE NOT EXISTS (SELECT FROM webhook w WHERE w.id = told.webhook_id) LIMIT ${limit}) RETURNING 1`;

/**
 * Returns statements that delete the rows of webhooks that are gone, and changes and events that no webhook will get: also
 * changes that only a later version understands, one hour after its nodes are gone. @param limit rows of each at once
 */
export function deleteLeftByWebhooks(limit: number): string[] {
  return [
    ofNoWebhook('webhook_delivery', 'id', limit),
    ofNoWebhook('webhook_sequence', 'subject, webhook_id', limit),
    ...['subject_event', 'row_change'].map(
      (table) => `DELETE FROM ${table} WHERE id IN (
       SELECT id FROM ${table} WHERE NOT EXISTS (SELECT FROM webhook WHERE is_enabled) LIMIT ${limit}) RETURNING 1`,
    ),
    `DELETE FROM row_change WHERE id IN (SELECT id FROM row_change
      WHERE table_name <> ALL ('{${WATCHED_NAMES.join(', ')}}') AND occurred_at < now() - interval '1 hour' LIMIT ${limit}) RETURNING 1`,
  ];
}

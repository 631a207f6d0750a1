/** What a webhook that is gone had. Few webhooks have many rows: each is looked for once. */
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

/** Statements that delete what webhooks that are gone had, and what nobody is told. @param limit rows of each at once */
export function deleteLeftByWebhooks(limit: number): string[] {
  return [
    ofNoWebhook('webhook_delivery', 'id', limit),
    ofNoWebhook('webhook_sequence', 'subject, webhook_id', limit),
    `DELETE FROM subject_event WHERE id IN (
       SELECT id FROM subject_event WHERE NOT EXISTS (SELECT FROM webhook WHERE is_enabled) LIMIT ${limit}) RETURNING 1`,
  ];
}

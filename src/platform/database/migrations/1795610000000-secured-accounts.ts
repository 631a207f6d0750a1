import { ForwardMigration } from './forward-migration.js';

/**
 * Secured accounts stay closed until a link to the chosen address opens them (D346); when support held one last (D347). One
 * that is secured now has no end any more; its audit event says where its link went.
 */
export class SecuredAccounts1795610000000 extends ForwardMigration {
  readonly name = 'SecuredAccounts1795610000000';
  override readonly statements = [
    `ALTER TABLE "account" ADD "secured_at" TIMESTAMP WITH TIME ZONE, ADD "secured_for" bigint, ADD "support_held_at" TIMESTAMP WITH TIME ZONE`,
    `UPDATE account a SET held_until = NULL, secured_at = s.at, secured_for = s.sent_to
         FROM (SELECT DISTINCT ON (e.target) e.target, e.at, CASE WHEN e.details->>'to' <> 'link' THEN (e.details->>'to')::bigint END AS sent_to
                 FROM audit_event e JOIN account h ON h.status = 'disabled' AND h.held_until IS NOT NULL AND e.target = 'account:' || h.id
                WHERE e.class = 'administration' AND e.action = 'account.secured' AND e.outcome = 'ok' AND e.at >= h.held_until - interval '72 hours'
                ORDER BY e.target, e.at DESC) s
        WHERE s.target = 'account:' || a.id`,
  ];
}

import { mayGive } from '../families/family-sql.js';

/** A condition on a link `i` that a member of a family sent: the member may still give what it gives (D310). */
export const SENDER_MAY = mayGive('i.invited_by', 'i.family_id', 'i.member_type', 'i.account_id');

/** Nobody's role stands behind the link `i`, or the sender's still does. */
export const STANDS = `(i.invited_as IS NULL OR ${SENDER_MAY})`;

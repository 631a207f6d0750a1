import type { AnnouncedTables } from '../../platform/database/announced-changes.js';

/**
 * What a call says of its account, and whether its account may sign in, is answered from memory for a while (D35): whatever
 * changes it is announced. A test changes every column of these tables; a migration has their triggers.
 */
export const ANNOUNCED_TABLES: AnnouncedTables = {
  account: {
    subject: 'account',
    id: 'id',
    columns: ['name', 'status', 'last_login_at'],
    isNewUnknown: true,
  },
  account_identifier: {
    subject: 'account',
    id: 'account_id',
    columns: ['account_id', 'type', 'value', 'is_validated'],
  },
  family: {
    subject: 'family',
    id: 'id',
    columns: [
      'name',
      'premium_type',
      'picture_key',
      'calendar_service',
      'location_service',
      'autotracking_service',
      'message_service',
      'photo_service',
      'video_service',
      'audio_service',
      'task_service',
    ],
    isNewUnknown: true,
  },
  family_member: {
    subject: 'account',
    id: 'account_id',
    columns: ['family_id', 'account_id', 'member_type'],
  },
};

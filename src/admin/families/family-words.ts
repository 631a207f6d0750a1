/** §2.7, by number. */
export const FAMILY_ROLES = ['member', 'administrator', 'founder'] as const;
/** §2.5, by number. */
export const PREMIUM_TYPES = ['Free', 'Premium', 'Premium Plus'] as const;

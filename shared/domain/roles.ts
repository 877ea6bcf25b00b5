/** The roles of staff. A super admin may do all that an admin may. */
export const roles = ['admin', 'super_admin'] as const;

/** Names of actions in the audit log. A new name needs words in `web/admin/settings/words.ts`. */
export type AuditAction =
  | 'ADJUST_CREDITS'
  | 'DELETE_USER'
  | 'ASSIGN_ADMIN_ROLE'
  | 'REMOVE_ADMIN_ROLE'
  | 'CHANGE_SETTINGS'
  | 'SET_SIGNING_CERTIFICATES'
  | 'EXPORT_USERS'
  | 'EXPORT_CONTENT'
  | 'DELETE_IMAGE'
  | 'ADD_LANDING_IMAGE'
  | 'UPDATE_LANDING_IMAGE'
  | 'DELETE_LANDING_IMAGE'
  | 'REORDER_LANDING_IMAGES'
  | 'ADD_MENU_PACK_IMAGE'
  | 'UPDATE_MENU_PACK_IMAGE'
  | 'DELETE_MENU_PACK_IMAGE'
  | 'REORDER_MENU_PACK_IMAGES'
  | 'START_PROMPT_TEST'
  | 'JUDGE_PROMPT_TEST'
  | 'DELETE_PROMPT_TEST'
  | 'CHANGE_PLATFORM_RULE'
  | 'RESET_PLATFORM_RULE';

/** The actor of an action without an admin: the name of a command. */
export type AuditCommand = 'make-admin' | 'maintenance' | 'seed' | 'signing-certificate';

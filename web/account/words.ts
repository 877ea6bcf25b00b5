/** Texts of My Account; those of back-office-and-public-pages.md section 5 stand as given. */
export const words = {
  title: 'My Account',
  failed: 'This could not be read',
  tryAgain: 'Try again',

  profile: 'Profile',
  email: 'Email',
  fullName: 'Full name',
  company: 'Company',
  missing: 'Please fill in all required fields',
  save: 'Save Changes',
  saved: 'Profile saved',
  saveFailed: 'Your profile could not be saved',

  password: 'Password',
  current: 'Current password',
  chosen: 'New password',
  repeated: 'Repeat the new password',
  change: 'Change password',
  changed: 'Password changed',
  changeFailed: 'Your password could not be changed',
  wrong: 'The current password is not right',
  tooMany: 'Too many attempts. Please try again later.',
  different: 'Passwords do not match',
  short: 'Password must be at least 6 characters long',

  data: 'Your data',
  dataText:
    'A ZIP file with everything we keep about you: your profile, credits and payments, and your pictures in full size.',
  export: 'Export my data',
  exportFailed: 'Your data could not be exported',

  remove: 'Delete account',
  removeText:
    'Your images, files and personal data are deleted, a subscription ends at once, and any credits left are lost. This cannot be undone.',
  staff: 'An account with an admin role cannot be deleted. Ask a super admin to remove the role first.',
  confirmLabel: (email: string) => `Type ${email} to confirm`,
  cancel: 'Cancel',
  removed: 'Your account is being deleted',
  removedText: 'Everything is gone within a few minutes.',
  removeFailed: 'Your account could not be deleted',
} as const;

import { authWords } from '#web/lib/auth-words.ts';

/** Texts of My Account; those of back-office-and-public-pages.md section 5 stand as given. */
export const words = {
  title: 'My Account',
  failed: 'Couldn’t load your account',

  profile: 'Profile',
  email: 'Email',
  fullName: 'Full name',
  company: 'Company',
  kitchen: 'Kind of kitchen',
  kitchenPlaceholder: 'Italian, with a wood oven',
  about: 'About your restaurant',
  aboutHint: 'Posts for your pictures may say what stands here, and nothing else about you.',
  missing: 'Please fill in all required fields',
  save: 'Save Changes',
  discard: 'Discard changes',
  saved: 'Profile saved',
  saveFailed: 'Your profile couldn’t be saved',

  brandKit: 'Brand kit',
  brandKitText: 'Your logo, colours and font, for the words on your pictures.',

  password: 'Password',
  current: 'Current password',
  chosen: 'New password',
  repeated: 'Repeat the new password',
  change: 'Change password',
  changed: 'Password changed',
  changedText: {
    onlyHere: 'Other devices are signed out.',
    nowhere: 'Please sign in again with your new password.',
    everywhere: 'Other devices couldn’t be signed out. To sign them out, change it once more.',
  },
  maybeChanged: 'Your password may have changed',
  maybeChangedText:
    'The connection was lost before the answer. Please try again. If your current password is then incorrect, the new one is already in use: type it as the current one, so that other devices are signed out.',
  changeFailed: 'Your password couldn’t be changed',
  passwordFailed: 'Your password settings couldn’t be loaded',
  wrong: 'Your current password is incorrect',
  different: 'Passwords do not match',
  short: authWords.passwordTooShort,
  blanks: authWords.passwordBlanks,

  secondFactor: 'Authenticator app',
  secondFactorText:
    'With an app such as Google Authenticator, 1Password or Authy, signing in asks for a six-digit code besides your password.',
  secondFactorOn: 'On: signing in with your password asks for a code.',
  setUp: 'Set up',
  scan: 'Scan this picture with the app, or type the key into it:',
  scanLabel: 'QR code for the authenticator app',
  appCode: 'Code from the app',
  turnOn: 'Turn on and sign in again',
  turnedOn: 'Your authenticator app is on',
  turnedOnText: 'Please sign in with your password and a code.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off the authenticator app',
  turnOffText: 'Your password alone will sign you in. To have codes again, you set the app up anew.',
  turnedOff: 'Your authenticator app is off',
  codeMissing: 'Please enter the six-digit code',
  wrongCode: authWords.wrongAppCode,
  secondFactorFailed: 'Your authenticator app couldn’t be changed',

  notifications: 'Notifications',
  notificationsText:
    'When you are away, we tell you that your pictures or a whole menu are ready: one message for several.',
  pushOn: 'This device gets notifications.',
  pushOff: 'This device gets no notifications.',
  pushTurnOn: 'Notify this device',
  emailOn: (address: string) => `If we can’t reach a device of yours, we email ${address}.`,
  emailOff: 'You get no emails.',
  emailTurnOn: 'Email me',
  pushSupport: {
    denied:
      'Your browser blocks notifications of this site. Allow them in its settings for this site, and come back.',
    'needs-installation':
      'On iPhone and iPad, add PlatePost to your Home Screen first (Share, then “Add to Home Screen”), and turn notifications on there.',
    unsupported: 'This browser has no notifications. Try another one, or another device.',
  },

  data: 'Your data',
  dataText:
    'A ZIP file with everything we keep about you: your profile, credits, payments and pictures in full size.',
  export: 'Export my data',
  exportFailed: 'Your data couldn’t be exported',

  remove: 'Delete account',
  removeText:
    'Your images, files and personal data are deleted, your subscription ends immediately, and remaining credits are lost. This cannot be undone.',
  staff: 'An account with an admin role cannot be deleted. Ask a super admin to remove the role first.',
  confirmLabel: (email: string) => `Type ${email} to confirm`,
  removed: 'Your account is being deleted',
  removedText: 'Everything will be gone within a few minutes.',
  removeFailed: 'Your account couldn’t be deleted',
} as const;

/**
 * The environment variables of each function. The stack must set exactly these and the function may read only these; a
 * missing variable does not compile.
 */
export const environment = {
  account: [
    'ORIGIN_SECRET',
    'TABLE_NAME',
    'USER_POOL_ID',
    'APP_SECRET_ARN',
    'EXPORTS_QUEUE_URL',
    'DELETIONS_QUEUE_URL',
    'EXPORTS_BUCKET',
    'PUSH_SERVICES',
    'MAIL_FROM',
  ],
  generations: [
    'ORIGIN_SECRET',
    'TABLE_NAME',
    'UPLOADS_BUCKET',
    'ORIGINALS_BUCKET',
    'MEDIA_BUCKET',
    'APP_SECRET_ARN',
    'DAILY_MODEL_BUDGET',
    'USER_POOL_ID',
    'STAFF_SECOND_FACTOR',
  ],
  delivery: [
    'ORIGIN_SECRET',
    'TABLE_NAME',
    'ORIGINALS_BUCKET',
    'MEDIA_BUCKET',
    'SIGNING_KEY_ARN',
    'EXPORTS_QUEUE_URL',
    'EXPORTS_BUCKET',
  ],
  posts: ['ORIGIN_SECRET', 'TABLE_NAME', 'MEDIA_BUCKET', 'MODEL_REGIONS', 'DAILY_MODEL_BUDGET'],
  photos: [
    'ORIGIN_SECRET',
    'TABLE_NAME',
    'UPLOADS_BUCKET',
    'ORIGINALS_BUCKET',
    'MEDIA_BUCKET',
    'SITE_BUCKET',
    'PHOTOS_QUEUE_URL',
    'DAILY_MODEL_BUDGET',
  ],
  menus: ['ORIGIN_SECRET', 'TABLE_NAME', 'UPLOADS_BUCKET', 'MENUS_QUEUE_URL'],
  billing: ['ORIGIN_SECRET', 'TABLE_NAME', 'USER_POOL_ID', 'STRIPE_SECRET_ARN'],
  stripeWebhook: ['ORIGIN_SECRET', 'TABLE_NAME', 'USER_POOL_ID', 'STRIPE_SECRET_ARN'],
  share: ['ORIGIN_SECRET', 'TABLE_NAME', 'SUPPORT_EMAIL'],
  site: ['ORIGIN_SECRET', 'TABLE_NAME'],
  siteAdmin: [
    'ORIGIN_SECRET',
    'TABLE_NAME',
    'USER_POOL_ID',
    'STAFF_SECOND_FACTOR',
    'UPLOADS_BUCKET',
    'MEDIA_BUCKET',
  ],
  admin: [
    'ORIGIN_SECRET',
    'TABLE_NAME',
    'USER_POOL_ID',
    'STAFF_SECOND_FACTOR',
    'EXPORTS_QUEUE_URL',
    'DELETIONS_QUEUE_URL',
    'EXPORTS_BUCKET',
    'DAILY_MODEL_BUDGET',
  ],
  tasks: [
    'TABLE_NAME',
    'USER_POOL_ID',
    'STRIPE_SECRET_ARN',
    'EXPORTS_BUCKET',
    'UPLOADS_BUCKET',
    'ORIGINALS_BUCKET',
    'MEDIA_BUCKET',
    'MODEL_REGIONS',
    'DAILY_MODEL_BUDGET',
    'SIGNING_KEY_ARN',
  ],
  preSignUp: [],
  postConfirmation: ['TABLE_NAME', 'APP_SECRET_ARN'],
  customMessage: ['SUPPORT_EMAIL'],
  publisher: ['STANDARD_QUEUE_URL', 'PRIORITY_QUEUE_URL', 'MENUS_QUEUE_URL'],
  worker: [
    'TABLE_NAME',
    'UPLOADS_BUCKET',
    'ORIGINALS_BUCKET',
    'MEDIA_BUCKET',
    'STANDARD_QUEUE_URL',
    'PRIORITY_QUEUE_URL',
    'SITE_BUCKET',
    'MODEL_REGIONS',
    'SIGNING_KEY_ARN',
  ],
  menuWorker: [
    'TABLE_NAME',
    'UPLOADS_BUCKET',
    'ORIGINALS_BUCKET',
    'MEDIA_BUCKET',
    'MENUS_QUEUE_URL',
    'SITE_BUCKET',
    'MODEL_REGIONS',
    'DAILY_MODEL_BUDGET',
  ],
  photoWorker: [
    'TABLE_NAME',
    'UPLOADS_BUCKET',
    'ORIGINALS_BUCKET',
    'SITE_BUCKET',
    'PHOTOS_QUEUE_URL',
    'MODEL_REGIONS',
  ],
  deadLetterQueue: ['TABLE_NAME', 'ORIGINALS_BUCKET', 'MEDIA_BUCKET'],
  reconciler: [
    'TABLE_NAME',
    'ORIGINALS_BUCKET',
    'MEDIA_BUCKET',
    'STANDARD_QUEUE_URL',
    'PRIORITY_QUEUE_URL',
    'MENUS_QUEUE_URL',
    'USER_POOL_ID',
    'EXPORTS_QUEUE_URL',
    'DELETIONS_QUEUE_URL',
    'APP_SECRET_ARN',
    'STRIPE_SECRET_ARN',
    'SUPPORT_EMAIL',
    'MAIL_FROM',
    'MAIL_REGION',
    'SITE_URL',
    'DISTRIBUTION_ID',
  ],
  statsProjector: ['TABLE_NAME'],
} as const satisfies Record<string, readonly string[]>;

/** The value of SIGNING_KEY_ARN if pictures are not signed. */
export const noSigningKey = 'none';

/** The value of MAIL_FROM and MAIL_REGION if SES sends no mail for us. */
export const noMail = 'none';

/** Name of a deployed function, shared by the stack, its environment and its role. */
export type FunctionName = keyof typeof environment;

/** The metric dimension "service" of counters that several functions share, in place of a function's name. */
export const sharedService = 'shared';

/** The environment of the function `N`, which the stack must set. */
export type EnvironmentOf<N extends FunctionName> = Record<(typeof environment)[N][number], string>;

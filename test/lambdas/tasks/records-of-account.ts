import { storedSchema as brandKitSchema } from '#lambdas/accounts/brand-kit-store.ts';
import { storedSchema as notificationsSchema } from '#lambdas/accounts/notification-store.ts';
import { storedSchema as stylesSchema } from '#lambdas/accounts/style-store.ts';
import { storedSchema as subscriptionSchema } from '#lambdas/accounts/subscription-store.ts';
import { checkedEmailSchema, profileSchema } from '#lambdas/accounts/user-store.ts';
import { billingSchema, paymentSchema } from '#lambdas/billing/billing-store.ts';
import { creditsSchema } from '#lambdas/credits/credits-store.ts';
import { approvalSchema } from '#lambdas/generations/approval-store.ts';
import { storedSchema as collectionsSchema } from '#lambdas/generations/collection-store.ts';
import { storedGenerationSchema } from '#lambdas/generations/generation.ts';
import { storedPostSchema } from '#lambdas/generations/post-store.ts';
import { shareSchema } from '#lambdas/generations/share-store.ts';
import { storedDishSchema, storedMenuSchema } from '#lambdas/menus/menu.ts';
import { storedPhotoSchema } from '#lambdas/photos/photo.ts';
import { ledgerEntrySchema } from '#shared/api/account.ts';

/** A record of an account, or a part of one, and where `data.json` has its fields. */
export interface Kept {
  /** Beginning of the item's keys; absent for a part. */
  readonly key?: string;
  readonly schema: { readonly shape: object };
  /** Path of the entry in `data.json`; empty for the whole. */
  readonly entry: string;
  /** Fields that have another name in the entry. */
  readonly named?: Readonly<Record<string, string>>;
  /** Fields that are left out, and why. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

const owner = { userId: 'The account is the whole export.' };
const ofPicture = { generationId: 'The entry lies in that of its generation.' };
const change = { version: 'Keeps two changes apart.' };
const work = {
  state: 'What was made is there, and nothing else is.',
  token: 'Of a run of the worker.',
  leaseUntil: 'As above.',
  throttledRuns: 'As above.',
  budgetDay: 'Of what models may cost us.',
  reservedCost: 'As above.',
  message: 'Asks the customer to try again.',
};

const { variations, words } = storedGenerationSchema.shape;
const { cutOut, reading, facts, repair } = storedPhotoSchema.shape;
const { devices } = notificationsSchema.shape;

/** Every record that an account can have. */
export const kept: readonly Kept[] = [
  {
    key: 'ACCOUNT#PROFILE',
    schema: profileSchema,
    entry: 'profile',
    leftOut: { deletingAt: 'Such an account is not exported any more.' },
  },
  {
    key: 'ACCOUNT#EMAIL',
    schema: checkedEmailSchema,
    entry: 'profile',
    leftOut: { checkedAt: 'When the user pool was asked.' },
  },
  {
    key: 'ACCOUNT#ROLE',
    schema: { shape: {} },
    entry: 'profile',
    leftOut: { assignedAt: 'Of the audit log.', assignedBy: 'As above.' },
  },
  {
    key: 'ACCOUNT#CREDITS',
    schema: creditsSchema,
    entry: 'credits',
    leftOut: {
      ...change,
      openGenerations: 'A limit counts them.',
      closedAt: 'Such an account is not exported any more.',
      createdAt: 'As the profile has it.',
    },
  },
  { key: 'ACCOUNT#SUBSCRIPTION', schema: subscriptionSchema, entry: 'plan' },
  { key: 'ACCOUNT#BRAND_KIT', schema: brandKitSchema, entry: 'brandKit' },
  { key: 'STYLES', schema: stylesSchema, entry: 'houseStyles', leftOut: change },
  {
    key: 'COLLECTIONS',
    schema: collectionsSchema,
    entry: '',
    named: { items: 'collections' },
    leftOut: change,
  },
  {
    key: 'NOTIFICATIONS',
    schema: notificationsSchema,
    entry: '',
    named: { devices: 'notifiedDevices', isMailed: 'notifiedByEmail', seenAt: 'notificationsSeenAt' },
    leftOut: { ...change, devicesEndedAt: 'Keeps out sessions from before a password reset.' },
  },
  {
    schema: devices.def.element,
    entry: 'notifiedDevices.0',
    named: { endpoint: 'pushService', createdAt: 'since' },
    leftOut: {
      id: 'Who has it may leave the device.',
      p256dh: 'Who has it may send messages.',
      auth: 'As above.',
    },
  },
  {
    key: 'BILLING',
    schema: billingSchema,
    entry: 'plan',
    named: { customerId: 'stripeCustomerId' },
    leftOut: {
      ...change,
      syncedAt: 'When Stripe was asked.',
      askedAt: 'As above.',
      watchUntil: 'When Stripe is asked again.',
      grantingInvoiceId: 'The ledger has what it granted.',
    },
  },
  { key: 'STRIPE_PAYMENT#', schema: paymentSchema, entry: 'payments.0', leftOut: owner },
  // The latest is of a free redo: only such entries have all fields.
  { key: 'LEDGER#', schema: ledgerEntrySchema, entry: 'ledger.0' },
  {
    key: 'GENERATION#',
    schema: storedGenerationSchema,
    entry: 'generations.0',
    named: { original: 'files', watermark: 'watermarked' },
    leftOut: {
      ...owner,
      step: 'Of a run of the worker.',
      leaseToken: 'As above.',
      leaseUntil: 'As above.',
      queuedAt: 'As above.',
      requeues: 'As above.',
      throttledRuns: 'As above.',
      failedRuns: 'As above.',
      priority: 'Which queue it was in.',
      requestHash: 'Tells a repetition from another request.',
      photo: 'The key of the photo as it was uploaded.',
      buckets: 'The ledger has them.',
      budgetDay: 'Of what models cost us.',
      reservedCost: 'As above.',
      modelCost: 'As above.',
      modelCalls: 'As above.',
      mediaNames: 'Drawn by lot.',
      correctedMask: 'The photo has the mask.',
      filesVersion: 'The words that were set have it.',
      purpose: 'Of prompt tests of the back office.',
      test: 'As above.',
      inGallery: 'Follows from state and refund.',
      inputRefused: 'The message says why.',
      isNextRedoLast: 'Follows from the redos before it.',
    },
  },
  {
    schema: variations.def.element,
    entry: 'generations.0.variations.0',
    named: { index: 'variation' },
    leftOut: {
      preview: 'A small copy of a file of the export.',
      thumbnail: 'As above.',
      basePreview: 'As above.',
      clean: 'A file of the export.',
      watermarked: 'As above.',
      base: 'As above.',
      hasDishMask: 'As above.',
    },
  },
  { schema: words.def.innerType.def.out, entry: 'generations.0.words' },
  {
    key: 'APPROVAL#',
    schema: approvalSchema,
    entry: 'generations.0.approvals.0',
    leftOut: ofPicture,
  },
  {
    key: 'POST#',
    schema: storedPostSchema,
    entry: 'generations.0.posts.0',
    named: { reading: 'seenInThePicture' },
    leftOut: {
      ...ofPicture,
      revision: 'Keeps two changes apart.',
      textRevision: 'Keeps two changes apart.',
      writing: 'Of a request to the model.',
    },
  },
  {
    key: 'SHARE#',
    schema: shareSchema,
    entry: 'generations.0.shares.0',
    named: { id: 'address' },
    leftOut: { ...owner, ...ofPicture },
  },
  {
    key: 'PHOTO#',
    schema: storedPhotoSchema,
    entry: 'photos.0',
    named: { correction: 'correctedAt', facts: 'measures' },
    leftOut: {
      ...owner,
      file: 'The key of the photo as it was uploaded.',
      expiresAt: 'At most 28 days after its last use.',
    },
  },
  {
    schema: cutOut.def.innerType,
    entry: 'photos.0',
    named: { findings: 'cutOut' },
    leftOut: { ...work, width: 'Of a file of the export.', height: 'As above.' },
  },
  { schema: reading.def.innerType, entry: 'photos.0', named: { content: 'reading' }, leftOut: work },
  { schema: facts.def.innerType, entry: 'photos.0', named: { content: 'measures' }, leftOut: work },
  {
    schema: repair.def.innerType,
    entry: 'photos.0.repair',
    named: { content: 'fixes' },
    leftOut: work,
  },
  {
    schema: repair.def.innerType.shape.content.def.innerType,
    entry: 'photos.0.repair',
  },
  {
    key: 'MENU#',
    schema: storedMenuSchema,
    entry: 'menus.0',
    leftOut: {
      ...owner,
      counts: 'Of its dishes, which are there.',
      version: 'Counts the changes.',
      requestHash: 'Tells a repetition from another request.',
    },
  },
  {
    key: 'DISH#',
    schema: storedDishSchema,
    entry: 'menus.0.dishes.0',
    leftOut: { ...owner, menuId: 'The entry lies in that of its menu.' },
  },
];

/** Beginnings of the keys of items that name the account and are left out, and why. */
export const leftOutItems: Readonly<Record<string, string>> = {
  'USE#': 'A limit counts it, for two days.',
  'DELETED_MENU#': 'The id of a menu that is gone, for some minutes.',
  GALLERY: 'The number of pictures.',
  'TASK#': 'This export.',
  NOTICES: 'What somebody will be told of within a minute.',
  OPEN: 'An entry for a record that is there.',
  OPEN_MENUS: 'As above.',
  'STRIPE_CUSTOMER#': 'As above.',
  'ROLES PENDING#': 'A change of a role that Cognito does not know yet.',
};

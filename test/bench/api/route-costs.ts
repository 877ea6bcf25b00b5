/**
 * The table calls that each route of the contract must make, listed by hand: the bench compares every route with
 * it, and fails for a route that makes more.
 *
 * Units are DynamoDB's: a consistent read of up to 4 KB is 1, another half of it, a Query counts the sum of its
 * items; a write of up to 1 KB is 1, in a transaction 2, plus 1 for its index entry. Sizes are those of world.ts:
 * about 2 KB for an image's record, 0.2 to 0.4 KB for ledger entries and parts of an account.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { unsubscribeToken } from '#lambdas/notifications/unsubscribe-token.ts';
import { readSigningCertificates } from '#lambdas/platform/signing-certificate-store.ts';
import type { RouteName } from '#shared/api/routes.ts';
import { overlayOfPromo } from '#shared/domain/overlay.ts';
import { browserSubscription } from '#test/support/push-device.ts';
import { drawLogo, drawPlain, encodePlain, hashPlain, shrinkPlain, signPlain } from './plain-work.ts';
import type { Operation } from './table-calls.ts';
import { logoFile, type RouteCall, styledGeneration, type World } from './world.ts';

export interface RouteCost {
  /** Prepares the data for the call and returns the call. */
  readonly prepare: (world: World) => RouteCall | Promise<RouteCall>;
  /** The minimum table calls in order; those of one stage can run at the same time. */
  readonly least: readonly (readonly Operation[])[];
  /** The minimum capacity units. */
  readonly read: number;
  readonly write: number;
  /** Why fewer are impossible. */
  readonly because: string;
  /** Work on files and signatures that the route is for, done by its library alone beside the bare calls. */
  readonly plainWork?: () => Promise<unknown>;
}

/** Each admin call reads the role item first, so that the removal of a role works at once (readings 32). */
const role = ['Get'] as const;
const site = { section: 'hero' } as const;

/** Only the image: a function remembers for a minute that there are no certificates to sign with. */
async function knownSigning(image: Promise<string>): Promise<string> {
  await readSigningCertificates();
  return image;
}

export const routeCosts: Readonly<Record<RouteName, RouteCost>> = {
  // Account
  getMe: {
    prepare: ({ pro }) => ({ user: pro }),
    least: [['Query']],
    read: 1,
    write: 0,
    because: 'all parts of an account share a prefix: one Query reads them',
  },
  listLedger: {
    prepare: ({ pro }) => ({ user: pro }),
    least: [['Query']],
    read: 1.5,
    write: 0,
    because: 'one page of the index; may be a moment old, which halves it',
  },
  updateMe: {
    prepare: ({ pro }) => ({ user: pro, body: { fullName: 'Ada Lovelace', companyName: 'The Corner' } }),
    least: [['Update'], ['Query']],
    read: 1,
    write: 2,
    because: 'the profile with its index entry; the answer is the whole account',
  },
  listStyles: {
    prepare: ({ pro }) => ({ user: pro }),
    least: [['Get']],
    read: 1,
    write: 0,
    because: 'one item',
  },
  saveStyle: {
    prepare: ({ pro }) => ({
      user: pro,
      params: { styleId: '01J00000000000000000000001' },
      body: {
        name: 'House',
        menu: { backgroundStyle: 'marble', plateStyle: 'current', imageStyle: 'natural' },
      },
    }),
    least: [['Get'], ['Get'], ['Put']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; the styles as they were, and as they are now',
  },
  deleteStyle: {
    prepare: ({ pro }) => ({ user: pro, params: { styleId: '01J00000000000000000000001' } }),
    least: [['Get'], ['Get'], ['Put']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; the styles as they were, and as they are now',
  },
  getNotifications: {
    prepare: ({ pro }) => ({ user: pro }),
    least: [['Get']],
    read: 1,
    write: 0,
    because: 'one item',
  },
  addDevice: {
    prepare: ({ pro }) => ({ user: pro, body: browserSubscription() }),
    least: [['Get'], ['Get'], ['Update']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; the devices as they were, and as they are now',
  },
  removeDevice: {
    prepare: async ({ pro, call }) => {
      const { devices } = await call('addDevice', { user: pro, body: browserSubscription() });
      return { user: pro, params: { deviceId: devices.at(-1)?.id ?? '' } };
    },
    least: [['Get'], ['Update']],
    read: 1,
    write: 1,
    because: 'the devices as they were, and as they are now',
  },
  removeOtherDevices: {
    prepare: async ({ pro, call }) => {
      const { devices } = await call('addDevice', { user: pro, body: browserSubscription() });
      return { user: pro, query: { kept: devices.at(-1)?.id } };
    },
    least: [['Get'], ['Get'], ['Update']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; the devices as they were, and as they are now',
  },
  setEmailNotifications: {
    prepare: async ({ pro, call }) => {
      await call('setEmailNotifications', { user: pro, body: { isOn: false } });
      return { user: pro, body: { isOn: true } };
    },
    least: [['Get'], ['Get'], ['Update']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; the choice as it was, and as it is now',
  },
  getUnsubscribePage: {
    prepare: async ({ pro }) => ({ params: { token: await unsubscribeToken(pro) } }),
    least: [['Get']],
    read: 1,
    write: 0,
    because: 'one item',
  },
  unsubscribe: {
    prepare: async ({ pro, call }) => {
      await call('setEmailNotifications', { user: pro, body: { isOn: true } });
      return { params: { token: await unsubscribeToken(pro) } };
    },
    least: [['Get'], ['Update']],
    read: 1,
    write: 1,
    because: 'the choice as it was, and as it is now',
  },
  noteSeen: {
    prepare: async ({ pro, call }) => {
      await call('addDevice', { user: pro, body: browserSubscription() });
      return { user: pro };
    },
    least: [['Update']],
    read: 0,
    write: 1,
    because: 'one time, of people who are told',
  },
  saveBrandKit: {
    prepare: ({ pro }) => ({
      user: pro,
      body: { font: 'oswald', colors: { words: '#ffffff', accent: '#2f6b3c' } },
    }),
    least: [['Get'], ['Update'], ['Get']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; then font and colours; the answer has the logo too',
  },
  setLogo: {
    prepare: async ({ signUp }) => ({ user: await signUp(), body: { file: logoFile.toString('base64') } }),
    least: [['Get'], ['Update'], ['Get'], ['Put'], ['TransactWrite']],
    read: 2,
    write: 6,
    because:
      'the account; the count of the day, also for a file that is refused; the former logo; an entry that removes the file; then the brand kit without that entry',
    plainWork: drawLogo,
  },
  deleteLogo: {
    prepare: async ({ signUp, call }) => {
      const user = await signUp();
      await call('setLogo', { user, body: { file: logoFile.toString('base64') } });
      return { user };
    },
    least: [['Get'], ['TransactWrite']],
    read: 1,
    write: 4,
    because: 'which logo? then it goes, with an entry that removes its file',
  },
  exportMe: {
    prepare: async ({ signUp }) => ({ user: await signUp() }),
    least: [['Query'], ['Get'], ['TransactWrite']],
    read: 2,
    write: 4,
    because:
      'an account that is being deleted exports nothing; the export of today is returned again; task and open entry together, so that no task is lost',
  },
  deleteMe: {
    prepare: async ({ signUp }) => ({ user: await signUp() }),
    least: [['TransactWrite']],
    read: 0,
    write: 11,
    because:
      'task, open entry, profile and its index entry, credits, and the check that nobody of staff goes',
  },
  reportClientError: {
    prepare: ({ pro }) => ({
      user: pro,
      body: { feature: 'studio', name: 'TypeError', place: 'app.js:1:2' },
    }),
    least: [['Get'], ['Update']],
    read: 1,
    write: 1,
    because: 'is the account still there? the count of the user’s day; of the error nothing is stored',
  },
  getMyTask: {
    prepare: async ({ pro, call }) => {
      const { taskId } = await call('exportMe', { user: pro });
      return { user: pro, params: { taskId } };
    },
    least: [['Get'], ['Query']],
    read: 2,
    write: 0,
    because: 'the task, and whether its account still exists: a token outlives it',
  },

  // Generations
  createUpload: {
    prepare: ({ pro }) => ({ user: pro, body: { contentType: 'image/jpeg', contentLength: 1000 } }),
    least: [['Get'], ['Update']],
    read: 1,
    write: 1,
    because:
      'is the account still there? then the count of the user’s day; the key of the file is made of its owner and id, so that nothing is recorded',
    plainWork: signPlain,
  },
  createPhoto: {
    prepare: async ({ signUp, upload }) => {
      const user = await signUp();
      return { user, body: { source: { type: 'upload', uploadId: await upload(user) } } };
    },
    least: [['Get'], ['Get'], ['Put']],
    read: 2,
    write: 1,
    because: 'is the account still there? is the photo known already? then the photo',
    plainWork: hashPlain,
  },
  getPhoto: {
    prepare: async ({ pro, cutOut }) => ({ user: pro, params: { photoId: await cutOut(pro) } }),
    least: [['Get']],
    read: 1,
    write: 0,
    because: 'one item',
  },
  getPhotoPreview: {
    prepare: async ({ pro, cutOut }) => ({ user: pro, params: { photoId: await cutOut(pro) } }),
    least: [['Get'], ['Update']],
    read: 1,
    write: 1,
    because: 'the item says where its file is; each decoding counts towards the day’s limit',
    plainWork: shrinkPlain,
  },
  createCutOut: {
    prepare: async ({ signUp, photo }) => {
      const user = await signUp();
      return { user, params: { photoId: await photo(user) } };
    },
    least: [['Get'], ['Query'], ['TransactWrite']],
    read: 2,
    write: 6,
    because: 'made already? whose plan? then the photo, the count of the user’s day, and the budget',
  },
  getMask: {
    prepare: async ({ pro, cutOut }) => ({ user: pro, params: { photoId: await cutOut(pro) } }),
    least: [['Get']],
    read: 1,
    write: 0,
    because: 'the item says which file counts',
  },
  putMask: {
    prepare: async ({ pro, cutOut, mask }) => ({
      user: pro,
      params: { photoId: await cutOut(pro) },
      body: { png: mask },
    }),
    least: [['Get'], ['Update'], ['Update']],
    read: 1,
    write: 2,
    because: 'the mask must have the size of the cut-out; the count of the user’s day; then it is noted',
    plainWork: encodePlain,
  },
  deleteMask: {
    prepare: async ({ pro, cutOut, mask, call }) => {
      const params = { photoId: await cutOut(pro) };
      await call('putMask', { user: pro, params, body: { png: mask } });
      return { user: pro, params };
    },
    least: [['Get'], ['Update']],
    read: 1,
    write: 1,
    because: 'whose photo? then the note goes',
  },
  createReading: {
    prepare: async ({ signUp, photo }) => {
      const user = await signUp();
      return { user, params: { photoId: await photo(user) } };
    },
    least: [['Get'], ['Get'], ['Query'], ['TransactWrite']],
    read: 2.5,
    write: 6,
    because:
      'are readings on? made already? whose plan? then the photo, the count of the user’s day, and the budget',
  },
  createMenu: {
    prepare: async ({ pro, menuRequest }) => {
      return { user: pro, body: await menuRequest(pro) };
    },
    least: [['Get', 'Query', 'Query'], ['TransactWrite']],
    read: 3,
    write: 10,
    because:
      'the same request before? whose plan? then the menu, its dish, the open menu and the count of the day, unless a menu of this id was deleted',
  },
  listMenus: {
    prepare: async ({ pro, menu }) => {
      await menu(pro);
      return { user: pro };
    },
    least: [['Query']],
    read: 1,
    write: 0,
    because: 'one page without dishes, which are items of their own',
  },
  getMenu: {
    prepare: async ({ pro, menu }) => {
      return { user: pro, params: { menuId: await menu(pro) } };
    },
    least: [['Get', 'Query']],
    read: 2,
    write: 0,
    because: 'the menu and its dishes; each dish that has begun adds its pictures',
  },
  directMenu: {
    prepare: async ({ pro, menu }) => {
      return { user: pro, params: { menuId: await menu(pro) }, body: { action: 'pause' } };
    },
    least: [['Get', 'Query'], ['TransactWrite']],
    read: 2,
    write: 4,
    because: 'the menu and its dishes as they are; then the menu and its entry among the open ones',
  },
  changeDish: {
    prepare: async ({ pro, menu }) => {
      return { user: pro, params: { menuId: await menu(pro), number: '1' }, body: { name: 'Soup' } };
    },
    least: [['Get', 'Query'], ['TransactWrite']],
    read: 2,
    write: 2,
    because: 'the menu and its dishes as they are; then the dish',
  },
  remakeDish: {
    prepare: async ({ pro, menu, call }) => {
      const params = { menuId: await menu(pro) };
      await call('directMenu', { user: pro, params, body: { action: 'cancel' } });
      return { user: pro, params: { ...params, number: '1' }, body: { seen: null } };
    },
    least: [['Get', 'Query'], ['TransactWrite']],
    read: 2,
    write: 6,
    because: 'the menu and its dishes as they are; then menu, dish and the entry among the open menus',
  },
  deleteMenu: {
    prepare: async ({ pro, menu, call }) => {
      const params = { menuId: await menu(pro) };
      await call('directMenu', { user: pro, params, body: { action: 'cancel' } });
      return { user: pro, params };
    },
    least: [['Get', 'Query'], ['TransactWrite']],
    read: 2,
    write: 6,
    because: 'which dishes? then the menu and its dish go, and its id is kept',
  },
  getPlatformRules: {
    prepare: ({ pro }) => ({ user: pro, params: { platform: 'grubhub', imageType: 'square' } }),
    least: [['Get']],
    read: 0.5,
    write: 0,
    because: 'what operators changed in the rules',
  },
  getPhotoCheck: {
    prepare: async ({ pro, measured }) => ({ user: pro, params: await measured(pro) }),
    least: [['Get', 'Get']],
    read: 1.5,
    write: 0,
    because: 'the photo with what was measured of it, and what operators changed in the rules',
  },
  createPhotoCheck: {
    prepare: async ({ signUp, photo }) => {
      const user = await signUp();
      return { user, params: { photoId: await photo(user), platform: 'grubhub', imageType: 'square' } };
    },
    least: [['Get', 'Get'], ['TransactWrite']],
    read: 1.5,
    write: 4,
    because: 'measured already? which rules? then the photo and the count of the user’s day',
  },
  createRepair: {
    prepare: async ({ signUp, measured }) => {
      const user = await signUp();
      return { user, params: await measured(user), body: { ruleId: 'grubhub-item-portal' } };
    },
    least: [['Get', 'Get'], ['TransactWrite']],
    read: 1.5,
    write: 4,
    because: 'what is to be repaired, for which rule? then the photo and the count of the user’s day',
  },
  pickRandom: {
    prepare: ({ free }) => ({ user: free, body: { look: 'filter', creationPath: 'social' } }),
    least: [['Query']],
    read: 1,
    write: 0,
    because: 'the plan decides what may be picked; the pick is signed, not stored',
  },
  createGeneration: {
    prepare: async ({ pro, upload }) => ({
      user: pro,
      body: styledGeneration({ source: { type: 'upload', uploadId: await upload(pro) } }),
    }),
    least: [['Get', 'Query'], ['TransactWrite']],
    read: 2,
    write: 17,
    because:
      'the same request before? whose plan? then ledger entry, credits with the count of the day, generation, open entry, budget, and no redo that was deleted may have had the id',
  },
  listGenerations: {
    prepare: ({ pro }) => ({ user: pro }),
    least: [['Query', 'Get']],
    read: 18,
    write: 0,
    because: 'a page of 24 images, consistent so that a new one is there, and how many there are',
  },
  listCollections: {
    prepare: ({ pro }) => ({ user: pro }),
    least: [['Get']],
    read: 1,
    write: 0,
    because: 'one item',
  },
  saveCollection: {
    prepare: ({ pro }) => ({
      user: pro,
      params: { collectionId: '01J00000000000000000000001' },
      body: { name: 'Summer' },
    }),
    least: [['Get'], ['Get'], ['Put']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; the collections as they were, and as they are now',
  },
  deleteCollection: {
    prepare: ({ pro }) => ({ user: pro, params: { collectionId: '01J00000000000000000000001' } }),
    least: [['Get'], ['Get'], ['Put']],
    read: 2,
    write: 1,
    because: 'the account, which may be closing; the collections as they were, and as they are now',
  },
  markGenerations: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      body: { generationIds: [await image(pro)], favourite: true },
    }),
    least: [['Update']],
    read: 0,
    write: 6,
    because: 'its condition says whether the gallery holds it; the index holds the image too',
  },
  getGeneration: {
    prepare: async ({ pro, image }) => ({ user: pro, params: { generationId: await image(pro) } }),
    least: [['Get']],
    read: 1,
    write: 0,
    because: 'one item',
  },
  redoGeneration: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await image(pro) },
      body: { id: ulid(), reason: 'other' },
    }),
    least: [['Get', 'Get', 'Query'], ['TransactWrite']],
    read: 3,
    write: 28,
    because:
      'the same request before? which pictures? whose plan? then what creating writes (17), the note on the pictures with their index entry (9) and the count of the day (2)',
  },
  changeWords: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await image(pro, { hasBase: true }) },
      body: {
        id: ulid(),
        after: null,
        overlay: overlayOfPromo({ promoText: 'Three for two', promoPosition: 'top' }),
      },
    }),
    least: [['Get'], ['TransactWrite']],
    read: 1,
    write: 14,
    because:
      'which pictures, and the same request before? then the change on the pictures with their index entry, and the count of the day',
  },
  setCover: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await image(pro) },
      body: { cover: 1 },
    }),
    least: [['Update']],
    read: 0,
    write: 6,
    because: 'its condition says whether there is such a variation; the index holds the image too',
  },
  deleteGeneration: {
    prepare: async ({ pro, image }) => ({ user: pro, params: { generationId: await image(pro) } }),
    least: [['Get'], ['TransactWrite']],
    read: 1,
    write: 33,
    because:
      'which shares, posts and files go with it; then image and index entry, the gallery’s count, the outbox entry with all files and their signed copies, and another while a run whose lease expired may still write',
  },
  createDownload: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await knownSigning(image(pro)) },
      body: { variation: 0 },
    }),
    least: [['Get'], ['Get'], ['Query'], ['TransactWrite']],
    read: 3,
    write: 8,
    because:
      'one item, and its alt text; only an image with a watermark asks for the plan as well; whose address? then the approval, as long as the image is there',
    plainWork: signPlain,
  },
  createPack: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      body: { id: ulid(), pictures: [{ generationId: await image(pro), variation: 0 }] },
    }),
    least: [['Get'], ['Get'], ['Get'], ['TransactWrite']],
    read: 3,
    write: 8,
    because:
      'the same request before? whose pictures, and are they finished? which packs are open? then the task, its open entry, the open packs and the count of the day',
  },
  createShare: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await knownSigning(image(pro)) },
      body: { variation: 0, title: 'Burger night' },
    }),
    least: [['Get'], ['Update'], ['Put'], ['Get'], ['TransactWrite'], ['Query'], ['TransactWrite']],
    read: 3,
    write: 23,
    because:
      'is it made, and shared already? the count of the day; the copy of its picture, with its alt text, is removed unless it is kept; then the page and its mention on the image, which keep it, and whose address the approval names',
  },
  getApproval: {
    prepare: async ({ pro, image, call }) => {
      const params = { generationId: await image(pro) };
      await call('createShare', { user: pro, params, body: { variation: 0 } });
      return { user: pro, params: { ...params, variation: '0' } };
    },
    least: [['Get'], ['Get', 'Query']],
    read: 3,
    write: 0,
    because: 'what was made, what was approved, and whose it is',
  },
  getPost: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await image(pro), variation: '0' },
    }),
    least: [['Get', 'Get']],
    read: 2,
    write: 0,
    because: 'the text, and whether the picture is the caller’s',
  },
  writePost: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await image(pro), variation: '0' },
      body: { id: ulid(), tone: 'friendly', network: 'instagram', language: 'en' },
    }),
    least: [['Get', 'Get', 'Query'], ['TransactWrite'], ['TransactWrite']],
    read: 3,
    write: 20,
    because:
      'which picture, the text before, and what the restaurant says; the request, its count of the day and its place in the budget, while the picture is kept; then the text, two model calls and their cost',
  },
  savePost: {
    prepare: async ({ pro, image }) => ({
      user: pro,
      params: { generationId: await image(pro), variation: '0' },
      body: {
        revision: 0,
        text: {
          tone: 'friendly',
          network: 'instagram',
          language: 'en',
          caption: 'Our burger is back.',
          hashtags: ['burger'],
          altText: 'A burger on a plate.',
          description: 'A burger.',
        },
      },
    }),
    least: [['Get', 'Get'], ['TransactWrite']],
    read: 2,
    write: 10,
    because:
      'which picture, and the text before; then the text and its count of the day, while the picture is kept',
  },
  revokeShare: {
    prepare: async ({ pro, image, call }) => {
      const params = { generationId: await image(pro) };
      const { shareId } = await call('createShare', { user: pro, params, body: { variation: 0 } });
      return { user: pro, params: { shareId } };
    },
    least: [['Get'], ['TransactWrite'], ['Delete']],
    read: 1,
    write: 14,
    because:
      'whose is it? then the page, its mention on the image, and the outbox entry for its picture, until that is removed',
  },

  // Prompt tests
  createPromptTest: {
    prepare: async ({ superAdmin, promptTestRequest }) => ({
      user: superAdmin,
      body: await promptTestRequest(superAdmin),
    }),
    least: [role, ['Get'], ['TransactWrite']],
    read: 2,
    write: 22,
    because:
      'the same request before? then the test, two generations with their open entries, budget and log',
  },
  listPromptTests: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Query'], ['Query']],
    read: 7,
    write: 0,
    because: 'a page of tests, then the generations whose ids follow from it',
  },
  getPromptTest: {
    prepare: async ({ superAdmin, promptTest }) => ({
      user: superAdmin,
      params: { testId: await promptTest(superAdmin) },
    }),
    least: [role, ['Get'], ['Query']],
    read: 4,
    write: 0,
    because: 'the test first: asked at once, it could be there and its generations not yet',
  },
  judgePromptTest: {
    prepare: async ({ superAdmin, promptTest }) => ({
      user: superAdmin,
      params: { testId: await promptTest(superAdmin) },
      body: { verdict: 'a', note: 'Warmer' },
    }),
    least: [role, ['TransactWrite'], ['Get'], ['Query']],
    read: 4,
    write: 4,
    because: 'verdict and log; the answer is the whole test',
  },
  downloadPromptTest: {
    prepare: async ({ superAdmin, promptTest }) => ({
      user: superAdmin,
      params: { testId: await promptTest(superAdmin) },
      body: { variant: 'a' },
    }),
    least: [role, ['Get']],
    read: 2,
    write: 0,
    because: 'the generation of one side, whose id follows from the test’s',
  },
  deletePromptTest: {
    prepare: async ({ superAdmin, promptTest }) => ({
      user: superAdmin,
      params: { testId: await promptTest(superAdmin) },
    }),
    least: [role, ['Get'], ['Query'], ['TransactWrite']],
    read: 4,
    write: 32,
    because:
      'which files go with it; then test, two generations, their outbox entries as for one’s own, the log',
  },

  // Content
  listContent: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Query'], ['BatchGet']],
    read: 12,
    write: 0,
    because: 'the index in its order, 30 images; then the owners’ e-mails at once',
  },
  deleteContent: {
    prepare: async ({ superAdmin, pro, image }) => ({
      user: superAdmin,
      params: { userId: pro, generationId: await image(pro) },
    }),
    least: [role, ['Get'], ['TransactWrite']],
    read: 2,
    write: 35,
    because: 'as deleting one’s own, and the log',
  },

  // Billing
  getCatalogue: {
    prepare: ({ free }) => ({ user: free }),
    least: [['Query']],
    read: 1,
    write: 0,
    because: 'the catalogue is code, its ids are in the secret; a label is a setting',
  },
  checkSubscription: {
    prepare: async ({ subscriber }) => {
      const user = await subscriber('starter');
      return { user };
    },
    least: [['Get', 'Get']],
    read: 2,
    write: 0,
    because: 'the subscription, and how old our word of it is',
  },
  allocateCredits: {
    prepare: async ({ subscriber }) => ({ user: await subscriber('starter') }),
    least: [['Get'], ['Get'], ['Get']],
    read: 3,
    write: 0,
    because: 'which invoice, whether it is booked, and the balance after that',
  },
  createCheckout: {
    prepare: async ({ signUp, settings }) => ({
      user: await signUp(),
      body: { priceId: settings.plans.pro.priceId },
    }),
    least: [['Query'], ['Update'], ['Get'], ['TransactWrite'], ['Update']],
    read: 2,
    write: 6,
    because:
      'is the account still there, and by what name? the count of the user’s day; a customer already? then who it is at Stripe, before anything can be paid, and the watch',
  },
  openPortal: {
    prepare: async ({ subscriber }) => ({ user: await subscriber() }),
    least: [['Get'], ['Update'], ['Query'], ['Update']],
    read: 2,
    write: 2,
    because:
      'which customer; the count of the user’s day; with which e-mail? afterwards answers grow stale quickly',
  },
  createPayment: {
    prepare: async ({ subscriber, settings }) => ({
      user: await subscriber(),
      body: { priceId: settings.packs.REGULAR_100.priceId, credits: 100 },
    }),
    least: [['Query'], ['Update'], ['Get'], ['Get'], ['TransactWrite']],
    read: 3,
    write: 5,
    because:
      'is the account still there, and with which e-mail? the count of the user’s day; which customer; is the subscription to be refunded? then what Stripe said of it',
  },
  verifyPayment: {
    prepare: async ({ subscriber, settings, call, pay }) => {
      const user = await subscriber();
      const body = { priceId: settings.packs.REGULAR_100.priceId, credits: 100 };
      const sessionId = await pay(await call('createPayment', { user, body }));
      return { user, body: { sessionId } };
    },
    least: [['Update'], ['Get'], ['TransactWrite'], ['Get']],
    read: 2,
    write: 9,
    because:
      'the count of the user’s day; the balance; then ledger entry and payment, each with its index entry, and credits; then whether the payment was reversed, also where it was booked before',
  },
  stripeWebhook: {
    prepare: async ({ signUp, settings, call, pay, takeEvent }) => {
      const user = await signUp();
      await pay(await call('createCheckout', { user, body: { priceId: settings.plans.pro.priceId } }));
      return takeEvent('invoice.paid');
    },
    least: [['Get'], ['Get'], ['Get'], ['Get'], ['TransactWrite'], ['Get'], ['TransactWrite'], ['Put']],
    read: 5,
    write: 13,
    because:
      'handled before? whose? our word of the plan; is it to be refunded? Stripe’s word; the balance, its booking, and the event’s mark',
  },

  // Share pages
  getSharePage: {
    prepare: async ({ pro, image, call }) => {
      const params = { generationId: await image(pro) };
      const { shareId } = await call('createShare', { user: pro, params, body: { variation: 0 } });
      return { params: { shareId } };
    },
    least: [['Get'], ['Get', 'Get']],
    read: 3,
    write: 0,
    because: 'the page, then the image that it names, and its alt text',
  },

  // Back office
  getAdminSession: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role],
    read: 1,
    write: 0,
    because: 'the role',
  },
  getAdminOverview: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Get', 'Query', 'Query', 'Get']],
    read: 2.5,
    write: 0,
    because: 'counters of everything, of thirty days, of the week and of staff, at once; may be a moment old',
  },
  listUsers: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Query'], ['BatchGet']],
    read: 34.5,
    write: 0,
    because: 'the order from the index, then five parts of twenty accounts at once',
  },
  adjustCredits: {
    prepare: async ({ superAdmin, signUp }) => ({
      user: superAdmin,
      params: { userId: await signUp() },
      body: { id: randomUUID(), seen: 0, balance: 10, reason: 'A present' },
    }),
    least: [role, ['Get'], ['TransactWrite']],
    read: 2,
    write: 7,
    because: 'the balance; then ledger entry with its index entry, credits, the log',
  },
  deleteUser: {
    prepare: async ({ superAdmin, signUp }) => ({ user: superAdmin, params: { userId: await signUp() } }),
    least: [role, ['Query'], ['TransactWrite']],
    read: 2,
    write: 13,
    because: 'Cognito’s name and the e-mail for the log; then as deleting oneself, and the log',
  },
  startExport: {
    prepare: ({ superAdmin }) => ({ user: superAdmin, body: { of: 'users' } }),
    least: [role, ['TransactWrite']],
    read: 1,
    write: 6,
    because: 'task, open entry and log together',
  },
  getAdminTask: {
    prepare: async ({ superAdmin, call }) => {
      const { taskId } = await call('startExport', { user: superAdmin, body: { of: 'users' } });
      return { user: superAdmin, params: { taskId } };
    },
    least: [role, ['Get']],
    read: 2,
    write: 0,
    because: 'one item',
  },
  getFinance: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Get', 'Query', 'Query', 'Get']],
    read: 2.5,
    write: 0,
    because: 'counters of everything, of thirty days and of staff, and the settings, at once',
  },
  getAnalytics: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Get', 'Query', 'Query', 'Query', 'Query'], ['BatchGet']],
    read: 14,
    write: 0,
    because:
      'five lists at once, among them 30 images that may hold notes; then the e-mails of those they name',
  },
  getHealth: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Get', 'Query', 'Query', 'Get', 'BatchGet']],
    read: 3,
    write: 0,
    because: 'each part is asked by itself, so that one that is down does not hide the others',
  },
  listAdmins: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Query'], ['BatchGet']],
    read: 2,
    write: 0,
    because: 'the index, then the e-mails at once',
  },
  assignRole: {
    prepare: async ({ superAdmin, signUp }) => {
      const userId = await signUp();
      return { user: superAdmin, body: { email: `${userId}@example.com`, role: 'admin' } };
    },
    least: [role, ['Query'], ['Query'], ['TransactWrite'], ['Get', 'Get'], ['Get'], ['Delete'], ['BatchGet']],
    read: 6,
    write: 12,
    because:
      'whose e-mail? by which name does Cognito know its user? then role, count, intent and log; Cognito’s groups follow what the table says by then',
  },
  removeRole: {
    prepare: async ({ superAdmin, signUp, call }) => {
      const userId = await signUp();
      await call('assignRole', { user: superAdmin, body: { email: `${userId}@example.com`, role: 'admin' } });
      return { user: superAdmin, params: { userId } };
    },
    least: [role, ['Get'], ['TransactWrite'], ['Get', 'Get'], ['Get'], ['Delete']],
    read: 5,
    write: 10,
    because:
      'which role? then role, count, intent and log; Cognito’s groups follow what the table says by then',
  },
  listAuditLog: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Query'], ['BatchGet']],
    read: 3,
    write: 0,
    because: 'the twenty latest, then at once the e-mails of who did it and to whom',
  },
  getSettings: {
    prepare: async ({ superAdmin, call }) => {
      await call('changeSettings', { user: superAdmin, body: { defaultFreeCredits: 3 } });
      await call('changeSettings', { user: superAdmin, body: { defaultFreeCredits: 2 } });
      return { user: superAdmin };
    },
    least: [role, ['Query'], ['BatchGet']],
    read: 2.5,
    write: 0,
    because: 'the settings, then the e-mails of those who changed them',
  },
  changeSettings: {
    prepare: ({ superAdmin }) => ({ user: superAdmin, body: { chargeForFallback: false } }),
    least: [role, ['Query'], ['TransactWrite'], ['BatchGet']],
    read: 2.5,
    write: 4,
    because: 'the log says from what to what; setting and log together',
  },

  listRules: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Get', 'Query']],
    read: 3,
    write: 0,
    because: 'the changes that hold, and the latest of all; then the e-mails of those who made them',
  },
  resetRule: {
    prepare: ({ superAdmin }) => ({ user: superAdmin, params: { ruleId: 'grubhub-item-portal' } }),
    least: [role, ['Get'], ['Get', 'Query']],
    read: 4,
    write: 0,
    because: 'nobody changed it; the answer is the list',
  },
  changeRule: {
    prepare: ({ superAdmin }) => ({
      user: superAdmin,
      params: { ruleId: 'grubhub-item-api' },
      body: {
        minimum: { width: 1600, height: 1200 },
        maximum: null,
        ratio: null,
        formats: ['jpeg'],
        maxBytes: null,
        advised: [],
        content: {},
        source: { name: 'Grubhub', collection: null, readOn: '2026-11-23' },
      },
    }),
    least: [role, ['Get'], ['TransactWrite'], ['Get', 'Query'], ['BatchGet']],
    read: 4.5,
    write: 6,
    because: 'as it was; then rule, its history and the log together; the answer is the list',
  },

  // Public pages
  listLandingImages: {
    prepare: () => ({}),
    least: [['Query']],
    read: 0.5,
    write: 0,
    because: 'one Query; may be a moment old',
  },
  getOffer: {
    prepare: () => ({}),
    least: [['Query']],
    read: 1,
    write: 0,
    because: 'one Query of the settings',
  },
  listMenuPackImages: {
    prepare: () => ({}),
    least: [['Query']],
    read: 0.5,
    write: 0,
    because: 'one Query; may be a moment old',
  },
  createSiteUpload: {
    prepare: ({ superAdmin }) => ({
      user: superAdmin,
      body: { contentType: 'image/jpeg', contentLength: 1000 },
    }),
    least: [role],
    read: 1,
    write: 0,
    because: 'the role; the key of the file is made of its owner and id',
    plainWork: signPlain,
  },
  listAllLandingImages: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Query']],
    read: 2,
    write: 0,
    because: 'one Query, consistent so that the last change is there',
  },
  addLandingImage: {
    prepare: async ({ superAdmin, upload }) => ({
      user: superAdmin,
      body: { section: 'hero', uploadId: await upload(superAdmin, 'createSiteUpload') },
    }),
    least: [role, ['Query'], ['Put'], ['Query'], ['TransactWrite']],
    read: 3,
    write: 9,
    because: 'there already? the outbox entry that removes an unused file; the page as it is after drawing',
    plainWork: drawPlain,
  },
  updateLandingImage: {
    prepare: ({ superAdmin, siteImages }) => ({
      user: superAdmin,
      params: { imageId: siteImages[0] ?? '' },
      body: { title: 'A new title' },
    }),
    least: [role, ['Query'], ['TransactWrite']],
    read: 2,
    write: 6,
    because: 'the page; then version, image and log',
  },
  reorderLandingImages: {
    prepare: ({ superAdmin, siteImages }) => ({
      user: superAdmin,
      body: { ...site, imageIds: siteImages.toReversed() },
    }),
    least: [role, ['Query'], ['TransactWrite'], ['Query']],
    read: 3,
    write: 12,
    because: 'the page; version, images and log; the answer is the page as everybody has it now',
  },
  deleteLandingImage: {
    prepare: async ({ superAdmin, upload, call }) => {
      const uploadId = await upload(superAdmin, 'createSiteUpload');
      const { id } = await call('addLandingImage', {
        user: superAdmin,
        body: { section: 'carousel', uploadId },
      });
      return { user: superAdmin, params: { imageId: id } };
    },
    least: [role, ['Query'], ['TransactWrite']],
    read: 2,
    write: 8,
    because: 'the page; then version, image, outbox entry and log',
  },
  listAllMenuPackImages: {
    prepare: ({ superAdmin }) => ({ user: superAdmin }),
    least: [role, ['Query']],
    read: 2,
    write: 0,
    because: 'one Query, consistent so that the last change is there',
  },
  addMenuPackImage: {
    prepare: ({ superAdmin, pairOf }) => pairOf(superAdmin),
    least: [role, ['Query'], ['Put'], ['Query'], ['TransactWrite']],
    read: 3,
    write: 9,
    because: 'as an image of the landing page, of two files',
    plainWork: async () => {
      await drawPlain();
      await drawPlain();
    },
  },
  updateMenuPackImage: {
    prepare: ({ superAdmin, pairs }) => ({
      user: superAdmin,
      params: { imageId: pairs[0] ?? '' },
      body: { title: 'A new title' },
    }),
    least: [role, ['Query'], ['TransactWrite']],
    read: 2,
    write: 6,
    because: 'the page; then version, image and log',
  },
  reorderMenuPackImages: {
    prepare: ({ superAdmin, pairs }) => ({
      user: superAdmin,
      body: { section: 'comparison', imageIds: pairs.toReversed() },
    }),
    least: [role, ['Query'], ['TransactWrite'], ['Query']],
    read: 3,
    write: 12,
    because: 'the page; version, images and log; the answer is the page as everybody has it now',
  },
  deleteMenuPackImage: {
    prepare: async ({ superAdmin, pairOf, call }) => {
      const { id } = await call('addMenuPackImage', await pairOf(superAdmin));
      return { user: superAdmin, params: { imageId: id } };
    },
    least: [role, ['Query'], ['TransactWrite']],
    read: 2,
    write: 8,
    because: 'the page; then version, image, outbox entry and log',
  },
};

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { StripeError } from 'stripe-stand-in/stripe-error';
import { ulid } from 'ulid';
import type { ProblemCode } from '#shared/api/problem.ts';
import { emptyOverlay, overlayFonts } from '#shared/domain/overlay.ts';
import { topUpPacks } from '#shared/domain/plans.ts';
import { redoReasons } from '#shared/domain/redo.ts';
import { type GenerationRequest, menuGeneration, studioGeneration } from '#test/cloud/generations.ts';
import { dishPhoto, truncatedPhoto } from '#test/support/photos.ts';
import { register, renewToken, signIn, signInWith } from '#test/support/sign-up.ts';
import { idIn } from '#test/support/stripe-books.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { ApiError, isTransient } from '#web/lib/api-error.ts';
import type { Operation, OperationKind } from './plan.ts';
import {
  type MenuRequest,
  newPerson,
  type PackRequest,
  type Person,
  type RequestLog,
  type World,
} from './world.ts';

/** A violation of a rule that must hold under all faults. */
class Breach extends Error {
  override readonly name = 'Breach';
}

/** Refusals that neither a fault nor a concurrent request explains: no operation here should cause them. */
const unexpected: ReadonlySet<string> = new Set<ProblemCode | 'offline'>([
  'invalid_input',
  'random_only',
  'filter_locked',
  'scene_locked',
  'pick_invalid',
  'price_unknown',
  'signature_invalid',
  'upload_too_large',
  'offline',
]);

/** Errors after which it is unknown whether the request was carried out. */
const unclear: ReadonlySet<string> = new Set<ProblemCode>(['internal', 'busy', 'payments_unavailable']);

interface Scene {
  readonly world: World;
  readonly person: Person;
  readonly choices: Operation['choices'];
}

/** Carries out an operation of the plan as the user at its place; resolves to a short description of the outcome. */
export async function act(world: World, { kind, place, choices }: Operation): Promise<string> {
  if (kind === 'useOldToken') {
    const person = pick(world.usersWithOldTokens, choices[0]);
    return person
      ? `${person.name} ${await attempt(() => useOldToken({ world, person, choices }))}`
      : 'no deleted user';
  }
  const person = world.places[place] ?? (await arrive(world, place, choices[2]));
  if (!person) return 'sign-up failed';
  const outcome = await attempt(() => operations[kind]({ world, person, choices }));
  // The reply to the deletion was lost, or an admin deleted the account before.
  if (isAccountGone(outcome)) recordDeletion(world, person);
  return `${person.name} ${outcome}`;
}

/** The outcome, or the code of the refusal. Any other error ends the run. */
async function attempt(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) {
      if (unexpected.has(error.code)) throw new Breach(`refused with ${error.code}: ${error.message}`);
      return error.code;
    }
    // Stripe refuses impossible requests, and its faults affect the test as they affect the product.
    if (error instanceof StripeError || error instanceof Stripe.errors.StripeError)
      return 'refused by Stripe';
    // Photos go directly to S3.
    if (error instanceof Error && /^The upload was refused|^fetch failed$/.test(error.message))
      return 'upload to S3 failed';
    throw error;
  }
}

/** Records a request and its outcome, and returns the outcome. */
async function recordRequest<T, R>(
  log: RequestLog<T>,
  id: string,
  what: T,
  work: () => Promise<R>,
): Promise<R> {
  log.begin(id, what);
  try {
    const reply = await work();
    log.end(id, what, 'accepted');
    return reply;
  } catch (error) {
    if (error instanceof ApiError && !unclear.has(error.code)) log.end(id, what, 'refused');
    throw error;
  }
}

function pick<T>(list: Iterable<T>, choice: number): T | undefined {
  const all = [...list];
  return all[Math.floor(choice * all.length)];
}

/** A new user, or a former one who signs up again with the same address. */
async function arrive(world: World, place: number, choice: number): Promise<Person | undefined> {
  world.arrivals[place] ??= signUp(world, choice).finally(() => {
    world.arrivals[place] = undefined;
  });
  const person = await world.arrivals[place];
  world.places[place] ??= person;
  return person;
}

async function signUp(world: World, choice: number): Promise<Person | undefined> {
  const former = choice < 0.3 ? pick(world.former, choice / 0.3) : undefined;
  world.people += 1;
  const name = `person-${world.people}`;
  const email = former?.user.email ?? `${name}@chaos.example`;
  try {
    const registered = await register(world.cloud, { email, fullName: name, despiteTriggers: true });
    const person = newPerson(name, await signIn(world.cloud, registered));
    world.everybody.push(person);
    return (await opensApp(person)) ? person : undefined;
  } catch {
    // A trigger failed, or the address is still in use: the next operation at this place tries again.
    return undefined;
  }
}

/** The first call of the app; if the trigger failed, it creates the account, without which no other call is made. */
async function opensApp({ user }: Person): Promise<boolean> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const isOpen = await user.call('getMe').then(
      () => true,
      () => false,
    );
    if (isOpen) return true;
  }
  return false;
}

function recordDeletion(world: World, person: Person): void {
  if (!world.former.includes(person)) {
    world.former.push(person);
    world.usersWithOldTokens.add(person);
  }
  const place = world.places.indexOf(person);
  if (place >= 0) world.places[place] = undefined;
}

async function newRequest({ person, choices: [what, how] }: Scene): Promise<GenerationRequest> {
  const own = pick(person.generations.ids('accepted'), how);
  if (what < 0.12) {
    const photo = how < 0.3 ? truncatedPhoto() : dishPhoto('salad');
    const uploadId = await uploadPhoto(person.user, photo);
    return studioGeneration({ source: { type: 'upload', uploadId } });
  }
  if (what < 0.2) return studioGeneration({ studio: { scene: { text: 'a garden table in the morning' } } });
  if (what < 0.4) return menuGeneration({ menu: { imageType: how < 0.9 ? 'menu' : 'cover' } });
  if (what < 0.45) return studioGeneration({ foodLock: true });
  if (what < 0.5 && own !== undefined)
    return studioGeneration({ source: { type: 'generation', generationId: own, variation: 0 } });
  return studioGeneration({ studio: { creationPath: how < 0.5 ? 'social' : 'ugc' } });
}

async function createGeneration(person: Person, request: GenerationRequest): Promise<string> {
  const reply = await recordRequest(person.generations, request.id, request, () =>
    person.user.call('createGeneration', { body: request }),
  );
  if (reply.id !== request.id) throw new Breach(`requested ${request.id} and received ${reply.id}`);
  return `${request.id} created`;
}

/** Sends a request whose connection ends at some moment, and then the same request again until it is answered. */
async function sendAgain<T, R>(
  log: RequestLog<T>,
  id: string,
  what: T,
  { moment, send }: { readonly moment: number; readonly send: (signal?: AbortSignal) => Promise<R> },
): Promise<R> {
  const connection = new AbortController();
  const lost = setTimeout(() => connection.abort(), moment * 400);
  try {
    await recordRequest(log, id, what, () => send(connection.signal));
  } catch (error) {
    if (error instanceof ApiError && !unclear.has(error.code)) throw error;
  } finally {
    clearTimeout(lost);
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recordRequest(log, id, what, () => send());
    } catch (error) {
      if (attempt === 3 || !(error instanceof ApiError) || !unclear.has(error.code)) throw error;
    }
  }
}

async function loseAnswer(scene: Scene): Promise<string> {
  const { person, choices } = scene;
  const body = await newRequest(scene);
  const send = (signal?: AbortSignal) => person.user.call('createGeneration', { body }, signal);
  const { id } = await sendAgain(person.generations, body.id, body, { moment: choices[2], send });
  if (id !== body.id) throw new Breach(`requested ${body.id} and received ${id}`);
  return `after a lost answer ${id} created`;
}

/** Makes the cut-out of a sample or an upload, and saves its own mask as a correction or removes the correction. */
async function correctPhoto({ person, choices: [what, how] }: Scene): Promise<string> {
  const { call } = person.user;
  const source =
    what < 0.5
      ? ({ type: 'sample', itemId: 'burger' } as const)
      : ({ type: 'upload', uploadId: await uploadPhoto(person.user, dishPhoto('salad')) } as const);
  const { id: photoId } = await call('createPhoto', { body: { source } });
  const params = { photoId };
  await call('createCutOut', { params });
  if (how < 0.2) await call('createReading', { params });
  const { cutOut } = await call('getPhoto', { params });
  if (cutOut?.state !== 'made') return `${photoId} ${cutOut?.state ?? 'has no cut-out'}`;
  if (how < 0.6) {
    const { png } = await call('getMask', { params, query: {} });
    await call('putMask', { params, body: { png } });
  } else await call('deleteMask', { params, query: {} });
  return `${photoId} corrected`;
}

/** Starts a menu of two or three dishes. */
async function wholeMenu({ person, choices: [what, which, moment] }: Scene): Promise<string> {
  const body: MenuRequest = {
    id: ulid(),
    look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
    targets: [{ platform: 'uber', imageType: 'menu' }],
    dishes: Array.from({ length: which < 0.5 ? 2 : 3 }, (_, index) => ({
      // The last dish of some menus is declined.
      name: index === 2 && what < 0.3 ? 'Bloody explicit gore' : `Dish ${index + 1}`,
      source: { type: 'sample', itemId: 'pizza' },
      photo: { width: 1600, height: 1200 },
    })),
  };
  const send = (signal?: AbortSignal) => person.user.call('createMenu', { body }, signal);
  const { id } = await sendAgain(person.menus, body.id, body, { moment, send });
  if (id !== body.id) throw new Breach(`requested the menu ${body.id} and received ${id}`);
  return `${id} started as a menu`;
}

/** Ids of the user's finished pictures, newest first. If there is none yet, a few seconds pass. */
async function finished({ user, generations }: Person): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { items } = await user.call('listGenerations', { query: {} });
    const done = items.filter(({ state }) => state === 'done').map(({ id }) => id);
    if (done.length > 0 || attempt === 6 || generations.ids('accepted').length === 0) return done;
    await sleep(1000);
  }
}

/** Makes a ZIP of some of the user's pictures, as they are or for a platform. */
async function zip({ person, choices: [which, how, moment] }: Scene): Promise<string> {
  const own = await finished(person);
  const first = Math.floor(which * own.length);
  const pictures = own.slice(first, first + 3).map((generationId) => ({ generationId, variation: 0 }));
  if (pictures.length === 0) return 'nothing to pack';
  const targets = how < 0.3 ? [{ platform: 'uber', imageType: 'cover' }] : [];
  const body: PackRequest = { id: ulid(), pictures, targets };
  const send = (signal?: AbortSignal) => person.user.call('createPack', { body }, signal);
  const { taskId } = await sendAgain(person.packs, body.id, body, { moment, send });
  if (!taskId.endsWith(body.id)) throw new Breach(`requested the pack ${body.id} and received ${taskId}`);
  return `${body.id} packs ${pictures.length} pictures`;
}

/** Sets other words on a picture, twice with the same id. */
async function changeWords({ person, choices: [which, how] }: Scene): Promise<string> {
  const generationId = pick(await finished(person), which);
  if (generationId === undefined) return 'nothing to write on';
  const params = { generationId };
  const { words } = await person.user.call('getGeneration', { params });
  const overlay = { ...emptyOverlay(), headline: how < 0.8 ? `Two for £${Math.ceil(how * 20)}` : '' };
  const body = { id: ulid(), after: words?.id ?? null, overlay };
  await person.user.call('changeWords', { params, body });
  const { words: changed } = await person.user.call('changeWords', { params, body });
  if (changed?.id !== body.id) throw new Breach(`requested the words ${body.id} and received ${changed?.id}`);
  return `${generationId} gets other words`;
}

/** Saves the text of a post, twice as after a lost answer. */
async function savePost({ person, choices: [which, how] }: Scene): Promise<string> {
  const generationId = pick(await finished(person), which);
  if (generationId === undefined) return 'nothing to write about';
  const params = { generationId, variation: 0 };
  const { revision } = await person.user.call('getPost', { params });
  const text = {
    ...({ tone: 'friendly', network: 'instagram', language: 'en' } as const),
    caption: `Number ${how} of the day`,
    hashtags: ['pizza'],
    altText: 'A dish',
    description: '',
  };
  const body = { revision, text };
  await person.user.call('savePost', { params, body });
  await person.user.call('savePost', { params, body });
  return `${generationId} has a text`;
}

/** Keeps colours and a font, and a logo or none. */
async function changeBrandKit({ person, choices: [which, how] }: Scene): Promise<string> {
  const font = pick(overlayFonts, which)?.id ?? 'inter';
  const colors = { words: '#ffffff', accent: '#123456' };
  await person.user.call('saveBrandKit', { body: { font, colors } });
  if (how < 0.3) await person.user.call('deleteLogo');
  else await person.user.call('setLogo', { body: { file: Buffer.from(logo).toString('base64') } });
  return `${font} is the font, and there is ${how < 0.3 ? 'no' : 'a'} logo`;
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#00f"/></svg>';

async function redo({ person, choices: [which, why] }: Scene): Promise<string> {
  const generationId = pick(person.generations.ids('accepted'), which);
  if (generationId === undefined) return 'nothing to redo';
  const reason = pick(redoReasons, why) ?? 'other';
  const body = { id: ulid(), reason };
  const { id } = await person.user.call('redoGeneration', { params: { generationId }, body });
  if (id !== body.id) throw new Breach(`requested ${body.id} and received ${id}`);
  return `${generationId} redone as ${id}`;
}

async function repeat({ person, choices: [which, how] }: Scene): Promise<string> {
  const id = pick(person.generations.ids('accepted', 'refused', 'unknown'), which);
  const asked = id === undefined ? undefined : person.generations.get(id);
  if (id === undefined || asked === undefined) return 'nothing to repeat';
  if (how < 0.7) return `again ${await createGeneration(person, asked.what)}`;
  const wasCertain = asked.answer === 'accepted' && !person.removed.has(id);
  const other = { ...asked.what, productName: `Another dish ${how}` };
  await recordRequest(person.generations, id, other, () =>
    person.user.call('createGeneration', { body: other }),
  );
  if (wasCertain && !person.removed.has(id))
    throw new Breach(`${id} was accepted twice with different requests`);
  return `${id} created with another request`;
}

async function poll({ person, choices: [which] }: Scene): Promise<string> {
  const generationId = pick(person.generations.ids('accepted'), which);
  if (generationId === undefined) return 'nothing to poll';
  const generation = await person.user.call('getGeneration', { params: { generationId } });
  const { state, variations, refunded } = generation;
  if (state === 'done' && variations.length === 0)
    throw new Breach(`${generationId} is done without a picture`);
  if (state === 'failed' && !refunded) throw new Breach(`${generationId} failed and was not refunded`);
  return `${generationId} ${state}`;
}

/** Acts on one of the user's generations, finished or not, existing or deleted. */
function withGeneration(
  name: string,
  work: (scene: Scene, generationId: string) => Promise<unknown>,
): (scene: Scene) => Promise<string> {
  return async (scene) => {
    const generationId = pick(scene.person.generations.ids('accepted'), scene.choices[0]);
    if (generationId === undefined) return `nothing to ${name}`;
    await work(scene, generationId);
    return `${generationId} ${name}`;
  };
}

/** Opens a page twice: the edge must not keep an error. */
async function visit({ cloud }: World, path: string): Promise<void> {
  for (let visits = 1; visits <= 2; visits += 1) {
    const reply = await fetch(new URL(path, cloud.url));
    await reply.arrayBuffer();
    if (!reply.ok && reply.headers.get('x-cache')?.startsWith('Hit'))
      throw new Breach(`the edge kept an answer ${reply.status} of ${path}`);
  }
}

async function pay({ world, person, choices: [, , how] }: Scene, sessionId: string): Promise<string> {
  if (how > 0.9) {
    person.checkouts.push(sessionId);
    return `${sessionId} left open`;
  }
  const { customer } = world.cloud.stripe.payCheckout(sessionId, how > 0.8 ? 'declines' : 'good');
  if (person.customer !== undefined && customer !== person.customer)
    throw new Breach(`pays as ${customer} and as ${person.customer}`);
  person.customer = idIn(customer);
  person.paid.push(sessionId);
  return `${sessionId} paid`;
}

const sessionIn = (url: string) => url.split('/').at(-1) ?? '';

async function subscribe(scene: Scene): Promise<string> {
  const { world, person, choices } = scene;
  const [open] = person.checkouts;
  if (open !== undefined && choices[1] < 0.2) {
    person.checkouts.shift();
    return pay(scene, open);
  }
  const { priceId } = world.settings.plans[choices[0] < 0.6 ? 'pro' : 'starter'];
  const { url } = await person.user.call('createCheckout', { body: { priceId } });
  return pay(scene, sessionIn(url));
}

async function buyPack(scene: Scene): Promise<string> {
  const { world, person, choices } = scene;
  const pack = pick(Object.values(topUpPacks), choices[0]) ?? topUpPacks.SPECIAL_50;
  const { priceId } = world.settings.packs[pack.id];
  const { url } = await person.user.call('createPayment', { body: { priceId, credits: pack.credits } });
  const paid = await pay(scene, sessionIn(url));
  if (choices[1] < 0.5) await person.user.call('verifyPayment', { body: { sessionId: sessionIn(url) } });
  return paid;
}

async function verify({ world, person, choices: [which, whose] }: Scene): Promise<string> {
  const stranger = whose < 0.2 ? pick(world.everybody, which) : undefined;
  const owner = stranger ?? person;
  const sessionId = pick([...owner.paid, ...owner.checkouts], which);
  if (sessionId === undefined) return 'nothing to verify';
  const { success } = await person.user.call('verifyPayment', { body: { sessionId } });
  if (success && owner !== person) throw new Breach(`was given what ${owner.name} paid for in ${sessionId}`);
  return `${sessionId} ${success ? 'verified' : 'not paid'}`;
}

async function useBillingPortal({ world, person, choices: [what] }: Scene): Promise<string> {
  const { url } = await person.user.call('openPortal');
  const page = await (await fetch(url)).text();
  const subscription = /sub_\w+/.exec(page)?.[0];
  if (subscription === undefined) return 'no subscription to manage';
  const action = pick(['cancel', 'cancel', 'resume', 'keep', 'switch', 'switch'], what) ?? 'keep';
  const { priceId: price } = world.settings.plans[what < 0.85 ? 'starter' : 'pro'];
  const body = new URLSearchParams({ action, subscription, price });
  const { status } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return `${action} in the portal: ${status}`;
}

/** Payments of the user, one of which may be refunded. */
async function paymentOf({ world, person, choices: [which] }: Scene): Promise<string | undefined> {
  const { customer } = person;
  if (customer === undefined) return undefined;
  const { data: invoices } = await world.stripe.invoices.list({
    customer,
    limit: 20,
    expand: ['data.payments'],
  });
  const { data: sessions } = await world.stripe.checkout.sessions.list({ customer, limit: 20 });
  const intents = [
    ...invoices.map(({ payments }) => idIn(payments?.data[0]?.payment.payment_intent)),
    ...sessions.map(({ payment_intent }) => idIn(payment_intent)),
  ];
  return pick(
    intents.filter((intent) => intent !== ''),
    which,
  );
}

async function refund(scene: Scene): Promise<string> {
  const payment = await paymentOf(scene);
  if (payment === undefined) return 'nothing to refund';
  const { amount } = await scene.world.stripe.paymentIntents.retrieve(payment);
  scene.world.cloud.stripe.refund(payment, Math.ceil(amount * Math.max(scene.choices[1], 0.3)));
  return `${payment} refunded`;
}

async function dispute(scene: Scene): Promise<string> {
  const payment = await paymentOf(scene);
  if (payment === undefined) return 'nothing to dispute';
  scene.person.disputes.push(scene.world.cloud.stripe.dispute(payment).id);
  return `${payment} disputed`;
}

async function closeDispute({ world, person, choices: [which, how] }: Scene): Promise<string> {
  const id = pick(person.disputes, which);
  if (id === undefined) return 'no dispute';
  const outcome = how < 0.5 ? 'won' : 'lost';
  world.cloud.stripe.closeDispute(id, outcome);
  return `${id} ${outcome}`;
}

/** The user's customer is deleted in Stripe's dashboard; the user buys again. */
async function loseCustomer(scene: Scene): Promise<string> {
  const { world, person } = scene;
  const { customer } = person;
  if (customer === undefined) return 'is no customer';
  world.cloud.stripe.deleteCustomer(customer);
  person.lostCustomers.push(customer);
  person.customer = undefined;
  return `lost ${customer}; ${await subscribe(scene)}`;
}

/** Requests without a token that arrive at once. */
const strangers = 100;

/** Strangers send orders all at once; a user's own order among them is answered, at the latest when it is repeated. */
async function flood(scene: Scene): Promise<string> {
  const { world, person } = scene;
  const request = await newRequest(scene);
  const send = async () => {
    const reply = await fetch(new URL('/api/generations', world.cloud.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    await reply.arrayBuffer();
    if (reply.status !== 401 && reply.status !== 429)
      throw new Breach(`an order without a token was answered ${reply.status}`);
  };
  const [outcome] = await Promise.all([
    orderAtLast(person, request),
    ...Array.from({ length: strangers }, send),
  ]);
  return `among ${strangers} strangers ${outcome}`;
}

async function orderAtLast(person: Person, request: GenerationRequest): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createGeneration(person, request);
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt === 10) throw new Breach(`was refused ten times among strangers: ${error}`);
      await sleep(500);
    }
  }
}

/** Whether the deletion of the account was requested. */
function isLeaving(world: World, person: Person): boolean {
  return world.leaving.has(person) || world.former.includes(person);
}

/** The browser renews the session, which must last as long as the account. */
async function renew({ world, person }: Scene): Promise<string> {
  const token = await renewToken(world.cloud, person.user).catch((error: Error) => {
    if (!isLeaving(world, person)) throw new Breach(`was signed out: ${error}`);
    return undefined;
  });
  if (token === undefined) return 'is signed out with the account';
  const status = await statusFor(world, token);
  if (status === 401 && !isLeaving(world, person)) throw new Breach('has a new token that is refused');
  return `has a new token, answered ${status}`;
}

async function statusFor({ cloud }: World, token: string): Promise<number> {
  const reply = await fetch(new URL('/api/me', cloud.url), { headers: { authorization: `Bearer ${token}` } });
  await reply.arrayBuffer();
  return reply.status;
}

/**
 * Signs in with a provider that knows the same address; the first time, the sign-in fails and links it to the account.
 */
async function join({ world, person, choices: [which] }: Scene): Promise<string> {
  if (person.joining !== undefined || isLeaving(world, person)) return 'signs in another time';
  const provider = which < 0.5 ? 'Google' : 'SignInWithApple';
  const signInOnce = () => signInWith(world.cloud, provider, person.user.email);
  const work = signInOnce().then((first) => ('refusal' in first ? signInOnce() : first));
  person.joining = work;
  try {
    const signedIn = await work;
    if ('refusal' in signedIn) return `may not sign in with ${provider}`;
    const { sub } = JSON.parse(
      Buffer.from(signedIn.accessToken.split('.')[1] ?? '', 'base64url').toString(),
    ) as { sub: string };
    if (sub !== person.user.userId) throw new Breach(`has another account, ${sub}, with ${provider}`);
    return `signs in with ${provider}, answered ${await statusFor(world, signedIn.accessToken)}`;
  } finally {
    person.joining = undefined;
  }
}

async function adjust({ world, person, choices: [by, sign] }: Scene): Promise<string> {
  const { userId } = person.user;
  const { credits } = await person.user.call('getMe');
  const seen = credits.creditsBalance;
  const balance = Math.max(0, seen + Math.floor(by * 30) - (sign < 0.3 ? 25 : 0));
  const id = randomUUID();
  const body = { id, seen, balance, reason: 'Goodwill' };
  const send = () => world.admin.call('adjustCredits', { params: { userId }, body });
  await recordRequest(person.adjustments, id, balance - seen, send);
  // The button was pressed twice.
  if (sign > 0.8) await recordRequest(person.adjustments, id, balance - seen, send);
  return `${id} adjusted by ${balance - seen}`;
}

async function deleteAccount({ world, person }: Scene, request: () => Promise<unknown>): Promise<string> {
  world.leaving.add(person);
  await person.joining;
  await request();
  recordDeletion(world, person);
  return 'deleted';
}

/** Finds, once the system is idle, the users whose deletion was accepted although the reply was lost. */
export async function recordLostDeletions(world: World): Promise<void> {
  for (const person of world.leaving) {
    const outcome = await attempt(async () => {
      await person.user.call('getMe');
      return 'is here';
    });
    if (isAccountGone(outcome)) recordDeletion(world, person);
  }
  world.leaving.clear();
}

function isAccountGone(outcome: string): boolean {
  return /account_closing|unauthenticated/.test(outcome);
}

/** Calls that a token can still make for an hour after its account was deleted. */
async function useOldToken({ person, choices: [, what] }: Scene): Promise<string> {
  if (what < 0.4) {
    const request = studioGeneration({ id: ulid() });
    await person.user.call('createGeneration', { body: request });
    throw new Breach(`started ${request.id} after the account was closed`);
  }
  if (what < 0.7) return `uploads ${await uploadPhoto(person.user, dishPhoto('fries'))} with an old token`;
  if (what < 0.85) {
    await person.user.call('exportMe');
    return 'exports with an old token';
  }
  await person.user.call('getMe');
  return 'reads with an old token';
}

const operations: Record<Exclude<OperationKind, 'useOldToken'>, (scene: Scene) => Promise<string>> = {
  async look({ person }) {
    const me = await person.user.call('getMe');
    await person.user.call('listLedger', { query: {} });
    const { items, total } = await person.user.call('listGenerations', { query: {} });
    return `${me.tier} ${me.credits.available} credits, ${items.length} of ${total} pictures`;
  },
  poll,
  async generate(scene) {
    return createGeneration(scene.person, await newRequest(scene));
  },
  loseAnswer,
  repeat,
  photo: correctPhoto,
  redo,
  wholeMenu,
  zip,
  words: changeWords,
  post: savePost,
  brandKit: changeBrandKit,
  cover: withGeneration('cover', ({ person, choices: [, cover] }, generationId) =>
    person.user.call('setCover', { params: { generationId }, body: { cover: Math.round(cover) } }),
  ),
  remove: withGeneration('remove', ({ person }, generationId) => {
    person.removed.add(generationId);
    return person.user.call('deleteGeneration', { params: { generationId } });
  }),
  share: withGeneration('share', async ({ world, person, choices: [, variation] }, generationId) => {
    const body = { variation: Math.round(variation) };
    const { shareId, path } = await person.user.call('createShare', { params: { generationId }, body });
    person.shares.add(shareId);
    await visit(world, path);
  }),
  async revoke({ person, choices: [which] }) {
    const shareId = pick(person.shares, which);
    if (shareId === undefined) return 'nothing to revoke';
    await person.user.call('revokeShare', { params: { shareId } });
    return `${shareId} revoked`;
  },
  download: withGeneration('download', async ({ person, choices: [, variation] }, generationId) => {
    const body = { variation: Math.round(variation) };
    const { url } = await person.user.call('createDownload', { params: { generationId }, body });
    await (await fetch(url)).arrayBuffer();
  }),
  subscribe,
  portal: useBillingPortal,
  pack: buyPack,
  verify,
  async check({ person }) {
    const { planName } = await person.user.call('checkSubscription');
    return `is on ${planName}`;
  },
  async allocate({ person }) {
    const { allocated } = await person.user.call('allocateCredits');
    return `${allocated} allocated`;
  },
  refund,
  dispute,
  closeDispute,
  loseCustomer,
  flood,
  renew,
  join,
  async card({ world, person, choices: [how] }) {
    if (person.customer === undefined) return 'has no card';
    const state = how < 0.6 ? 'good' : 'declines';
    world.cloud.stripe.setCard(person.customer, state);
    return `has a card that is ${state}`;
  },
  async month({ world, choices: [how] }) {
    const by = how < 0.5 ? { months: 1, hours: 2 } : { days: 4 };
    await world.cloud.stripe.clock.advance(by);
    return `advances the clock: ${JSON.stringify(by)}`;
  },
  adjust,
  async settings({ world, choices: [which] }) {
    await world.admin.call('changeSettings', { body: { chargeForFallback: which < 0.5 } });
    return `fallbacks ${which < 0.5 ? 'are' : 'are not'} charged`;
  },
  async exportAccount({ person }) {
    const { taskId } = await person.user.call('exportMe');
    return `exports by ${taskId}`;
  },
  deleteAccount: (scene) => deleteAccount(scene, () => scene.person.user.call('deleteMe')),
  deleteUser: (scene) =>
    deleteAccount(scene, () =>
      scene.world.admin.call('deleteUser', { params: { userId: scene.person.user.userId } }),
    ),
  async wait({ world, person, choices: [which] }) {
    const id = pick(person.generations.ids('accepted'), which);
    if (id === undefined) return 'waits';
    await world.data.generationWaits(person.user.userId, id, 2);
    world.cloud.runSchedules();
    return `${id} waits two minutes`;
  },
  async reconcile({ world }) {
    world.cloud.runSchedules();
    return 'reconciled';
  },
  async redeliver({ world }) {
    await world.cloud.redeliver();
    return 'messages redelivered';
  },
};

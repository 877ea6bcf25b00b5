import { isDeepStrictEqual } from 'node:util';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { FREE_CREDITS } from '#shared/domain/plans.ts';
import { renewToken } from '#test/support/sign-up.ts';
import { booksOf, boughtBy, type StripeBooks } from '#test/support/stripe-books.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { Person, World } from './world.ts';

type Item = Record<string, unknown>;

/** The table and the buckets, read once when the system is idle. */
interface Remains {
  readonly items: readonly Item[];
  readonly byPartition: ReadonlyMap<string, readonly Item[]>;
  readonly uploads: readonly string[];
  /** Keys of pictures, in both of their buckets. */
  readonly pictures: ReadonlySet<string>;
}

/**
 * Describes each violated invariant. The list is empty when every generation has ended, every balance is the sum of a
 * ledger that was never negative, every ledger entry belongs to one request or payment, files and records agree, the
 * ledger agrees with Stripe's books, and nothing is left of deleted accounts. Call it when no request is running.
 */
export async function findBreaches(world: World): Promise<string[]> {
  const here = world.everybody.filter((person) => !world.former.includes(person));
  const refusals: string[] = [];
  for (const person of here) refusals.push(...(await isRefused(world, person)));
  await world.cloud.settle();
  const items = await world.data.items();
  const remains: Remains = {
    items,
    byPartition: Map.groupBy(items, ({ pk }) => String(pk)),
    uploads: await world.data.keys('uploads'),
    pictures: new Set([...(await world.data.keys('originals')), ...(await world.data.keys('media'))]),
  };
  const breaches = [
    ...refusals,
    ...(await world.data.inconsistencies()),
    ...bookedTwice(items),
    ...freeTwice(world, remains),
  ];
  for (const person of here) {
    breaches.push(...wrongLedger(person, remains), ...wrongGenerations(person, remains));
    breaches.push(...wrongMenus(person, remains), ...wrongPacks(person, remains));
    breaches.push(...(await differsFromStripe(world, person, remains)));
  }
  for (const person of world.former) breaches.push(...(await leftovers(world, person, remains)));
  return breaches;
}

function ledgerOf({ user }: Person, { byPartition }: Remains): Item[] {
  return (byPartition.get(`USER#${user.userId}`) ?? [])
    .filter(({ sk }) => String(sk).startsWith('LEDGER#'))
    .sort((a, b) => String(a.gsi1sk).localeCompare(String(b.gsi1sk)));
}

const buckets = ['free', 'subscription', 'purchased'] as const;

/** Each entry states the resulting balance, none is negative, and each has a known idempotency key. */
function wrongLedger(person: Person, remains: Remains): string[] {
  const wrong: string[] = [];
  const about = (what: string) => wrong.push(`${person.name} (USER#${person.user.userId}): ${what}`);
  const left = { free: 0, subscription: 0, purchased: 0 };
  for (const [index, entry] of ledgerOf(person, remains).entries()) {
    for (const bucket of buckets) {
      left[bucket] += Number(entry[bucket]);
      if (left[bucket] < 0) about(`${bucket} credits were ${left[bucket]} after ${entry.id}`);
    }
    const total = left.free + left.subscription + left.purchased;
    if (entry.availableAfter !== total)
      about(`${entry.id} says ${entry.availableAfter} credits, the entries up to it ${total}`);
    if (Number(entry.gsi1sk) !== index + 1)
      about(`${entry.id} is number ${index + 1} and says ${entry.gsi1sk}`);
  }
  const credits = remains.byPartition
    .get(`USER#${person.user.userId}`)
    ?.find(({ sk }) => sk === 'ACCOUNT#CREDITS');
  if (!credits) return [...wrong, `${person.name} has no credits`];
  const balances = {
    free: Number(credits.freeCreditsLimit) - Number(credits.freeCreditsUsed),
    subscription: Number(credits.subscriptionCreditsBalance),
    purchased: Number(credits.creditsBalance),
  };
  for (const bucket of buckets)
    if (balances[bucket] !== left[bucket])
      about(`has ${balances[bucket]} ${bucket} credits, its ledger says ${left[bucket]}`);
  return wrong;
}

/** What the API accepted was booked and exists; what it refused was not booked; nothing else was booked. */
function wrongGenerations(person: Person, remains: Remains): string[] {
  const wrong: string[] = [];
  const entries = new Map(ledgerOf(person, remains).map((entry) => [String(entry.id), entry]));
  const own = remains.byPartition.get(`USER#${person.user.userId}`) ?? [];
  const generations = new Set(own.map(({ sk }) => String(sk)));
  const ofDishes = new Set(own.filter(({ dish }) => dish !== undefined).map(({ id }) => String(id)));
  for (const { id, words } of own)
    if (isBeingChanged(words)) wrong.push(`${person.name}: the words of ${id} are still being changed`);
  for (const id of person.generations.ids('accepted')) {
    if (!entries.has(`spend#${id}`))
      wrong.push(`${person.name}: generation ${id} was accepted and not charged`);
    if (!person.removed.has(id) && !generations.has(`GENERATION#${id}`))
      wrong.push(`${person.name}: generation ${id} was accepted and is gone`);
  }
  for (const id of person.generations.ids('refused'))
    if (entries.has(`spend#${id}`)) wrong.push(`${person.name}: generation ${id} was refused and charged`);
  for (const id of person.adjustments.ids('accepted', 'refused')) {
    const asked = person.adjustments.get(id);
    const booked = entries.get(`adjust#${id}`)?.purchased;
    const expected = asked?.answer === 'accepted' ? asked.what : undefined;
    // An adjustment of zero need not be booked.
    if (booked !== expected && !(booked === undefined && expected === 0))
      wrong.push(
        `${person.name}: adjustment ${id} of ${asked?.what} was ${asked?.answer}, booked as ${booked}`,
      );
  }
  for (const id of entries.keys()) {
    const [kind, of = ''] = id.split('#');
    const isKnown =
      kind === 'spend' || kind === 'refund'
        ? (person.generations.get(of) !== undefined || ofDishes.has(of)) && entries.has(`spend#${of}`)
        : kind !== 'adjust' || person.adjustments.get(of) !== undefined;
    if (!isKnown) wrong.push(`${person.name}: no request for ${id}`);
  }
  return wrong;
}

function isBeingChanged(words: unknown): boolean {
  return typeof words === 'object' && words !== null && 'state' in words && words.state === 'open';
}

/**
 * Accepted menus exist and have come to rest; refused ones do not exist. Each dish was ordered at most once and so
 * charged once; it was made, has failed or waits for the customer. The ledger shows that failed dishes were refunded.
 */
function wrongMenus(person: Person, { byPartition }: Remains): string[] {
  const wrong: string[] = [];
  const own = byPartition.get(`USER#${person.user.userId}`) ?? [];
  for (const id of person.menus.ids('accepted', 'refused')) {
    const about = (what: string) => wrong.push(`${person.name}: menu ${id} ${what}`);
    const asked = person.menus.get(id);
    const menu = own.find(({ sk }) => sk === `MENU#${id}`);
    if ((menu !== undefined) !== (asked?.answer === 'accepted'))
      about(`was ${asked?.answer} and is ${menu ? 'there' : 'gone'}`);
    if (!menu) continue;
    const dishes = own.filter(({ sk }) => String(sk).startsWith(`DISH#${id}#`));
    if (menu.state === 'running') about('is still being made');
    if (dishes.length !== asked?.what.dishes.length) about(`has ${dishes.length} dishes`);
    for (const { number, state } of dishes) {
      const orders = own.filter(({ dish }) => isDeepStrictEqual(dish, { menuId: id, number }));
      const [order] = orders;
      const isRight =
        orders.length <= 1 &&
        (state === 'done' || state === 'failed'
          ? (order?.state ?? 'failed') === state
          : state === 'waiting' && !order && menu.state === 'paused');
      if (!isRight)
        about(
          `is ${menu.state}, dish ${number} ${state}, ordered as ${JSON.stringify(orders.map((each) => [each.id, each.state]))}`,
        );
    }
  }
  return wrong;
}

/** Packs that were accepted have ended, with files unless they failed; none were begun that were refused. */
function wrongPacks(person: Person, { byPartition }: Remains): string[] {
  const wrong: string[] = [];
  for (const id of person.packs.ids('accepted', 'refused')) {
    const answer = person.packs.get(id)?.answer;
    const [task] = byPartition.get(`TASK#pack-${person.user.userId}-${id}`) ?? [];
    const hasEnded = task?.state === 'failed' || (task?.state === 'done' && String(task.files) !== '');
    if (answer === 'accepted' ? !hasEnded : task !== undefined)
      wrong.push(`${person.name}: pack ${id} was ${answer} and is ${task?.state}`);
  }
  return wrong;
}

/** Every payment was granted once, every refund was deducted, and at most one subscription is paid. */
async function differsFromStripe(
  { stripe, settings }: World,
  person: Person,
  remains: Remains,
): Promise<string[]> {
  const wrong: string[] = [];
  const about = (what: string) => wrong.push(`${person.name} (${person.customer}): ${what}`);
  const each: StripeBooks[] = [];
  for (const customer of [...person.lostCustomers, person.customer])
    each.push(await booksOf(stripe, customer));
  const books: StripeBooks = {
    invoices: each.flatMap(({ invoices }) => invoices),
    sessions: each.flatMap(({ sessions }) => sessions),
    subscriptions: each.flatMap(({ subscriptions }) => subscriptions),
  };
  const bought = await boughtBy(stripe, settings, books);
  const entries = ledgerOf(person, remains);
  const granted = new Map(
    entries
      .filter(({ kind }) => kind === 'plan' || kind === 'topup')
      .map(({ id, subscription, purchased }) => [String(id), Number(subscription) + Number(purchased)]),
  );
  for (const { ledgerEntryId, credits, pence, reversedPence, mayBeWithheld } of bought) {
    if (granted.get(ledgerEntryId) !== credits && !(mayBeWithheld && granted.get(ledgerEntryId) === 0))
      about(`${ledgerEntryId} is worth ${credits}, granted ${granted.get(ledgerEntryId)}`);
    granted.delete(ledgerEntryId);
    const payment = remains.items.find(
      (item) => item.sk === 'PAYMENT' && item.ledgerEntryId === ledgerEntryId,
    );
    if (!payment) {
      if (reversedPence > 0) about(`${ledgerEntryId} went back and no payment is known`);
      continue;
    }
    if (payment.pence !== pence || payment.reversedPence !== reversedPence)
      about(
        `${ledgerEntryId}: ${reversedPence} of ${pence} p went back, we know of ${payment.reversedPence} of ${payment.pence}`,
      );
    for (const { sk, asked, taken, shortfall, undone } of remains.byPartition.get(String(payment.pk)) ?? [])
      if (String(sk).startsWith('REVERSAL#') && !undone && Number(taken) + Number(shortfall) !== asked)
        about(`${sk} of ${ledgerEntryId} asked for ${asked}, took ${taken}, missed ${shortfall}`);
  }
  for (const ledgerEntryId of granted.keys()) about(`${ledgerEntryId} was granted and never paid`);
  const alive = books.subscriptions.filter(({ status }) => status === 'active' || status === 'past_due');
  if (alive.length > 1) about(`pays for ${alive.length} subscriptions`);
  const product = alive[0]?.items.data[0]?.price.product ?? null;
  const known = remains.byPartition
    .get(`USER#${person.user.userId}`)
    ?.find(({ sk }) => sk === 'ACCOUNT#SUBSCRIPTION');
  if ((known?.productId ?? null) !== product) about(`pays for ${product} and has ${known?.productId}`);
  return wrong;
}

/** Finds a payment, refund or dispute in two ledgers, or a customer that two users share. */
function bookedTwice(items: readonly Item[]): string[] {
  const once = /^LEDGER#(plan|topup|stripe-refund|dispute)#/;
  const seen = Map.groupBy(
    items.filter(({ sk }) => once.test(String(sk))),
    ({ sk }) => String(sk),
  );
  return [...seen].filter(([, entries]) => entries.length > 1).map(([entry]) => `${entry} is booked twice`);
}

/** No address got the free credits twice, not even after a deletion. */
function freeTwice(world: World, { byPartition }: Remains): string[] {
  const given = new Map<string, number>();
  const pseudonyms = new Map(
    [...byPartition.values()]
      .flat()
      .filter(({ sk, kind }) => sk === 'TASK' && kind === 'deletion')
      .map(({ subject, pseudonym }) => [String(subject), `FORMER#${pseudonym}`]),
  );
  for (const { user } of world.everybody) {
    const partitions = [`USER#${user.userId}`, pseudonyms.get(user.userId) ?? ''];
    const free = partitions
      .flatMap((partition) => byPartition.get(partition) ?? [])
      .filter(({ kind }) => kind === 'free')
      .reduce((sum, entry) => sum + Number(entry.free), 0);
    given.set(user.email, (given.get(user.email) ?? 0) + free);
  }
  return [...given]
    .filter(([, credits]) => credits > FREE_CREDITS)
    .map(([email, credits]) => `${email} was given ${credits} free credits`);
}

/** Without faults, no request may be refused. */
async function isRefused(world: World, person: Person): Promise<string[]> {
  const { name, user } = person;
  try {
    if (person.lostCustomers.length > 0) await canBuy(world, person);
    const authorization = `Bearer ${await renewToken(world.cloud, user)}`;
    const reply = await fetch(new URL('/api/me', world.cloud.url), { headers: { authorization } });
    if (!reply.ok) return [`${name} has a new token that is answered ${reply.status}`];
    const { credits } = await user.call('getMe');
    const { items } = await user.call('listLedger', { query: {} });
    await user.call('listGenerations', { query: {} });
    await user.call('checkSubscription');
    const { allocated } = await user.call('allocateCredits');
    if (allocated > 0) return [`${name} had to ask for ${allocated} credits`];
    const last = items[0]?.availableAfter;
    return credits.available === (last ?? 0)
      ? []
      : [`${name} is told ${credits.available} credits, the newest entry says ${last}`];
  } catch (error) {
    return [`${name} is refused: ${error}`];
  }
}

/** Opens a checkout for Pro. @throws ApiError unless the user has that plan, or has opened too many */
async function canBuy({ settings }: World, { user, checkouts }: Person): Promise<void> {
  const { priceId } = settings.plans.pro;
  try {
    const { url } = await user.call('createCheckout', { body: { priceId } });
    checkouts.push(url.split('/').at(-1) ?? '');
  } catch (error) {
    const allowed = ['already_subscribed', 'too_many_requests', 'daily_limit_reached'];
    if (!(error instanceof ApiError && allowed.includes(error.code))) throw error;
  }
}

/** Finds data of deleted users, except their ledgers under a pseudonym. */
async function leftovers(
  world: World,
  { name, user, customer }: Person,
  remains: Remains,
): Promise<string[]> {
  const { userId, email } = user;
  const left = remains.items
    .filter((item) => !mayStay(item, remains))
    .filter((item) => JSON.stringify(item).includes(userId))
    .map(({ pk, sk }) => `${name} is gone, and there is ${pk} ${sk}`);
  const files = [...remains.uploads, ...remains.pictures].filter((key) => key.includes(userId));
  left.push(...files.map((key) => `${name} is gone, and there is the file ${key}`));
  const cameBack = world.everybody.some(
    (other) => other.user.email === email && other.user.userId !== userId,
  );
  if (!cameBack && (await isInPool(world, email))) left.push(`${name} is gone and can still sign in`);
  if (customer !== undefined) {
    const { data } = await world.stripe.subscriptions.list({ customer, limit: 10 }).catch((error: Error) => {
      if ('code' in error && error.code === 'resource_missing') return { data: [] };
      throw error;
    });
    const paid = data.filter(({ status }) => status === 'active' || status === 'past_due');
    left.push(...paid.map(({ id }) => `${name} is gone and pays for ${id}`));
  }
  return left;
}

/**
 * Items that may name a deleted user: the task for a week, the audit log, as specified, and an outbox entry that is due
 * when a failed generation would have expired, where the deletion has already removed all of its files. A notice of a
 * late end is dropped when it is due.
 */
function mayStay({ pk, sk, originals, media }: Item, { pictures }: Remains): boolean {
  if (pk === 'OUTBOX') return [originals, media].flat().every((key) => !pictures.has(String(key)));
  return sk === 'TASK' || pk === 'AUDIT_LOG' || pk === 'NOTICES';
}

async function isInPool({ cloud }: World, email: string): Promise<boolean> {
  const cognito = new CognitoIdentityProviderClient({
    region: cloud.region,
    endpoint: cloud.awsUrl,
    credentials: cloud.accessKey,
  });
  const { UserPoolId } = cloud.outputs;
  try {
    await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  } finally {
    cognito.destroy();
  }
}

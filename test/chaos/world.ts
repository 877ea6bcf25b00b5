import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';
import { parseStripeSettings, type StripeSettings, stripeAddress } from '#shared/stripe-settings.ts';
import { openData } from '#test/cloud/cloud-data.ts';
import type { GenerationRequest } from '#test/cloud/generations.ts';
import type { CloudAddress } from '#test/support/cloud-address.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import type { CallRequest } from '#web/lib/api-client.ts';

/** A local cloud without any protection from the test. */
export type ChaosCloud = CloudAddress &
  Pick<
    LocalCloud,
    'faults' | 'deliveries' | 'bedrock' | 'stripe' | 'kill' | 'redeliver' | 'runSchedules' | 'settle' | 'warm'
  >;

/** The API's answer to a request: accepted, refused or unknown. */
type Answer = 'accepted' | 'refused' | 'unknown';

/** Requests under their ids. The best answer counts: an accepted request must be carried out. */
export class RequestLog<T> {
  readonly #asked = new Map<string, { what: T; isAccepted: boolean; unanswered: number }>();

  /** Notes that a request is sent, perhaps again. */
  begin(id: string, what: T): void {
    const asked = this.#asked.get(id) ?? { what, isAccepted: false, unanswered: 0 };
    this.#asked.set(id, { ...asked, unanswered: asked.unanswered + 1 });
  }

  /** Notes a clear answer. A request without one stays unknown, also when it is refused later. */
  end(id: string, what: T, answer: 'accepted' | 'refused'): void {
    const { unanswered, ...asked } = this.#asked.get(id) ?? { what, isAccepted: false, unanswered: 1 };
    const accepted = answer === 'accepted' && { what, isAccepted: true };
    this.#asked.set(id, { ...asked, ...accepted, unanswered: unanswered - 1 });
  }

  get(id: string): { what: T; answer: Answer } | undefined {
    const asked = this.#asked.get(id);
    if (!asked) return undefined;
    const { what, isAccepted, unanswered } = asked;
    return { what, answer: isAccepted ? 'accepted' : unanswered > 0 ? 'unknown' : 'refused' };
  }

  ids(...answers: Answer[]): string[] {
    return [...this.#asked.keys()].filter((id) => answers.includes(this.get(id)?.answer ?? 'unknown'));
  }
}

export type MenuRequest = CallRequest<'createMenu'>['body'];
export type PackRequest = CallRequest<'createPack'>['body'];

/** A simulated user. */
export interface Person {
  readonly name: string;
  readonly user: TestUser;
  readonly generations: RequestLog<GenerationRequest>;
  readonly menus: RequestLog<MenuRequest>;
  /** ZIPs of pictures. */
  readonly packs: RequestLog<PackRequest>;
  /** Generations that the user or an admin requested to delete. */
  readonly removed: Set<string>;
  readonly shares: Set<string>;
  /** Ids of open and of paid checkout sessions. */
  readonly checkouts: string[];
  readonly paid: string[];
  /** Credits that an admin added, by the id of the adjustment. */
  readonly adjustments: RequestLog<number>;
  readonly disputes: string[];
  /** Stripe's id of the customer, from the first payment on. */
  customer: string | undefined;
  /** Customers that were deleted at Stripe. */
  readonly lostCustomers: string[];
  /** A sign-in by a provider that is under way: the account is not deleted meanwhile, or it would come back. */
  joining: Promise<unknown> | undefined;
}

/** The test's own records of a run. */
export interface World {
  readonly cloud: ChaosCloud;
  readonly data: ReturnType<typeof openData>;
  readonly stripe: Stripe;
  readonly settings: StripeSettings;
  readonly admin: TestUser;
  /** The user at each place; undefined before the sign-up and after the deletion. */
  readonly places: (Person | undefined)[];
  /** Sign-ups that are under way, by place. */
  readonly arrivals: (Promise<Person | undefined> | undefined)[];
  readonly everybody: Person[];
  /** Users whose deletion was requested. */
  readonly former: Person[];
  /** Users whose deletion was requested and perhaps accepted without a reply. */
  readonly leaving: Set<Person>;
  /** Former users whose token has not expired yet. */
  readonly usersWithOldTokens: Set<Person>;
  /** Number of sign-ups, failed ones included. */
  people: number;
}

/** @param admin A super admin. */
export async function openWorld(cloud: ChaosCloud, admin: TestUser, places: number): Promise<World> {
  const secrets = new SecretsManagerClient({
    region: cloud.region,
    endpoint: cloud.awsUrl,
    credentials: cloud.accessKey,
  });
  const { SecretString = '' } = await secrets.send(
    new GetSecretValueCommand({ SecretId: cloud.outputs.StripeSecretArn }),
  );
  secrets.destroy();
  const settings = parseStripeSettings(SecretString);
  if (!settings) throw new Error('Stripe is not set up');
  return {
    cloud,
    data: openData(cloud),
    stripe: new Stripe(settings.secretKey, { ...stripeAddress(settings.apiBase), telemetry: false }),
    settings,
    admin,
    places: Array<undefined>(places).fill(undefined),
    arrivals: [],
    everybody: [],
    former: [],
    leaving: new Set(),
    usersWithOldTokens: new Set(),
    people: 0,
  };
}

/** A user who has just signed up. */
export function newPerson(name: string, user: TestUser): Person {
  return {
    name,
    user,
    generations: new RequestLog(),
    menus: new RequestLog(),
    packs: new RequestLog(),
    removed: new Set(),
    shares: new Set(),
    checkouts: [],
    paid: [],
    disputes: [],
    adjustments: new RequestLog(),
    customer: undefined,
    lostCustomers: [],
    joining: undefined,
  };
}

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';
import { parseStripeSettings, type StripeSettings, stripeAddress } from '#shared/stripe-settings.ts';
import { openData } from '#test/cloud/cloud-data.ts';
import type { JobRequest } from '#test/cloud/jobs.ts';
import type { CloudAddress } from '#test/support/cloud-address.ts';
import type { TestUser } from '#test/support/sign-up.ts';

/** A local cloud that everything may be done to. */
export type ChaosCloud = CloudAddress &
  Pick<
    LocalCloud,
    'faults' | 'deliveries' | 'bedrock' | 'stripe' | 'kill' | 'redeliver' | 'runSchedules' | 'settle' | 'warm'
  >;

/** What the API said of something that was asked for: yes, no, or nothing that can be relied on. */
type Answer = 'accepted' | 'refused' | 'unknown';

/** What was asked for under an id. The best answer counts: who is told yes once may rely on it. */
export class Asked<T> {
  readonly #asked = new Map<string, { what: T; answer: Answer }>();

  note(id: string, what: T, answer: Answer): void {
    const before = this.#asked.get(id)?.answer;
    const best = before === 'accepted' || (before === 'unknown' && answer === 'refused') ? before : answer;
    this.#asked.set(id, { what, answer: best });
  }

  get(id: string): { what: T; answer: Answer } | undefined {
    return this.#asked.get(id);
  }

  ids(...answers: Answer[]): string[] {
    return [...this.#asked].filter(([, { answer }]) => answers.includes(answer)).map(([id]) => id);
  }
}

/** Somebody who lives in the product. */
export interface Person {
  readonly name: string;
  readonly user: TestUser;
  readonly jobs: Asked<JobRequest>;
  /** Generations that they, or an admin, asked to delete. */
  readonly removed: Set<string>;
  readonly shares: Set<string>;
  /** Ids of open checkout sessions, and of those that were paid. */
  readonly checkouts: string[];
  readonly paid: string[];
  /** Credits that an admin added, by the id of the adjustment. */
  readonly adjustments: Asked<number>;
  readonly disputes: string[];
  /** The customer at Stripe, once something was paid. */
  customer: string | undefined;
}

/** Everything that is known of a run besides what the cloud keeps. */
export interface World {
  readonly cloud: ChaosCloud;
  readonly data: ReturnType<typeof openData>;
  readonly stripe: Stripe;
  readonly settings: StripeSettings;
  readonly admin: TestUser;
  /** Who lives at each place; nobody yet, or nobody any more, where there is none. */
  readonly places: (Person | undefined)[];
  /** Sign-ups that are under way, by place. */
  readonly arrivals: (Promise<Person | undefined> | undefined)[];
  readonly everybody: Person[];
  /** Whose deletion was asked for. */
  readonly former: Person[];
  /** Whose deletion was asked for, and perhaps granted without their learning it. */
  readonly leaving: Set<Person>;
  /** Former ones whose token has not expired yet. */
  readonly ghosts: Set<Person>;
  /** How many have come, or tried to. */
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
    ghosts: new Set(),
    people: 0,
  };
}

/** Somebody who has just come. */
export function newPerson(name: string, user: TestUser): Person {
  return {
    name,
    user,
    jobs: new Asked(),
    removed: new Set(),
    shares: new Set(),
    checkouts: [],
    paid: [],
    disputes: [],
    adjustments: new Asked(),
    customer: undefined,
  };
}

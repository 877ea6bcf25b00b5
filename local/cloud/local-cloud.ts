import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { BedrockOptions, BedrockRuntime } from 'bedrock-stand-in';
import { type CloudAccess, type CloudOptions, startCloud } from 'local-cloud';
import type { RunningCloud } from 'local-cloud/cloud/running-cloud.ts';
import { createStripe, type LocalStripe } from 'stripe-stand-in';
import { brand } from '#shared/brand.ts';
import { createBedrockService } from './bedrock-service.ts';
import { createPushService } from './push-service.ts';
import { setUpSigning } from './set-up-signing.ts';
import { setUpStripe } from './set-up-stripe.ts';
import { putSocialSecrets } from './social-sign-in.ts';
import { synthesizeAssembly } from './synthesize-assembly.ts';

type OptionsOfPackage =
  | 'directory'
  | 'sitePort'
  | 'awsPort'
  | 'signInPort'
  | 'schedulesAfterMs'
  | 'userPoolClock'
  | 'clock'
  | 'admits'
  | 'onLog'
  | 'onTiming';

/** `directory` is inside the project, so that the functions' bundles find sharp's binary for this machine. */
export interface LocalCloudOptions
  extends Pick<CloudOptions, OptionsOfPackage>,
    Pick<BedrockOptions, 'draw' | 'see'> {
  /** Folder of an existing cloud assembly; without it, the stack is synthesized. */
  assembly?: string;
  /** Calls Amazon Bedrock with the credentials of this machine instead of the local renderer. */
  bedrock?: 'local' | 'aws';
  /**
   * Factor by which waits are shortened: the minutes of model quotas, the delays of messages, and the waits between
   * attempts of webhooks. 1 by default.
   */
  waitingSpeed?: number;
}

/** PlatePost running on this machine. */
export interface LocalCloud extends RunningCloud {
  /** Injects faults into calls of the image models, and lists the calls. */
  bedrock: Pick<BedrockRuntime, 'faults' | 'calls'>;
  /** The Stripe stand-in: its clock, its faults, and the actions of customers and banks. */
  stripe: LocalStripe;
}

/** Starts the local cloud with PlatePost's stack and the stand-ins for Stripe and Bedrock. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { assembly, bedrock: models = 'local', draw, see, ...cloudOptions } = options;
  const { directory, waitingSpeed = 1, onTiming } = options;
  const bedrock = createBedrockService({
    models,
    replaced: { ...(draw && { draw }), ...(see && { see }) },
    waitingSpeed,
  });
  const stripes: LocalStripe[] = [];
  const cloud = await startCloud({
    ...cloudOptions,
    name: brand.name,
    assembly: assembly ?? (() => synthesizeAssembly(join(directory, 'cdk.out'), { isLocalStart: true })),
    // Clouds of one assembly share compiled code, so that tests start in less time.
    ...(assembly !== undefined && { compileCache: join(assembly, '..', 'compile-cache') }),
    services: { bedrock: bedrock.service },
    siteRoutes(access) {
      const stripe = createStripe({
        directory: join(directory, 'stripe'),
        publicOrigin: access.url,
        apiKey: stripeKey(access),
        retryDelay: (ms) => ms / waitingSpeed,
      });
      stripes.push(stripe);
      return [
        {
          matches: stripe.matches,
          handle: stripe.handle,
          settle: (timeoutMs) => stripe.webhooks.settle(timeoutMs),
          close: () => stripe.close(),
        },
        createPushService(),
      ];
    },
    beforeProvision: putSocialSecrets,
    async afterProvision(access, outputs) {
      const { StripeSecretArn: secretArn = '' } = outputs;
      const timed = async (part: string, work: Promise<void>) => {
        const began = performance.now();
        await work;
        onTiming?.(part, performance.now() - began);
      };
      await Promise.all([
        timed('Stripe', setUpStripe({ directory, access, apiKey: stripeKey(access), secretArn })),
        timed('signing certificate', setUpSigning({ directory, access, outputs })),
      ]);
    },
  });
  const [stripe] = stripes;
  if (!stripe) throw new Error('The Stripe stand-in was not started');
  return Object.assign(cloud, { bedrock: bedrock.runtime, stripe });
}

/** The secret key of the Stripe stand-in. It stays the same as long as the data directory exists. */
function stripeKey({ accessKey }: CloudAccess): string {
  const { secretAccessKey } = accessKey('stripe');
  return `sk_test_${createHash('sha256').update(secretAccessKey).digest('hex').slice(0, 32)}`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  BedrockClient,
  CreateFoundationModelAgreementCommand,
  GetFoundationModelAvailabilityCommand,
  ListFoundationModelAgreementOffersCommand,
} from '@aws-sdk/client-bedrock';
import type { Config } from '#lib/config.ts';
import { imageModels } from '#shared/image-models.ts';
import { errorName } from './finding.ts';

interface RegionalModel {
  readonly region: string;
  /** Id of the foundation model, without the inference profile's prefix. */
  readonly model: string;
}

/** The third-party models, in each region in which the worker calls them. */
export function modelsOf({ modelRegions }: Config): readonly RegionalModel[] {
  const { sd35Large, ...services } = imageModels;
  return [
    ...modelRegions.flatMap((region) =>
      Object.values(services).map((id) => ({ region, model: id.replace(/^us\./, '') })),
    ),
    { region: 'us-west-2', model: sd35Large },
  ];
}

export type Access = RegionalModel & {
  /** `subscribe`: no agreement yet, but one can be made. `refused`: another obstacle. */
  readonly state: 'open' | 'pending' | 'subscribe' | 'refused';
  readonly reason: string;
};

export async function readAccess(of: RegionalModel): Promise<Access> {
  const bedrock = new BedrockClient({ region: of.region });
  const { agreementAvailability, authorizationStatus, regionAvailability } = await bedrock.send(
    new GetFoundationModelAvailabilityCommand({ modelId: of.model }),
  );
  const agreement = agreementAvailability?.status;
  if (regionAvailability === 'NOT_AVAILABLE')
    return { ...of, state: 'refused', reason: 'the region does not have it' };
  if (agreement === 'AVAILABLE')
    return authorizationStatus === 'NOT_AUTHORIZED'
      ? { ...of, state: 'refused', reason: 'the account is not authorised for it' }
      : { ...of, state: 'open', reason: '' };
  if (agreement === 'PENDING') return { ...of, state: 'pending', reason: 'the subscription is under way' };
  if (agreement === 'ERROR')
    return {
      ...of,
      state: 'refused',
      reason: agreementAvailability?.errorMessage ?? 'the subscription failed',
    };
  return { ...of, state: 'subscribe', reason: 'nobody has subscribed' };
}

/** The terms that the operator agrees to, as AWS documents them (November 2026). */
export const modelTerms = `The pictures are made by models of Stability AI. AWS sells them through AWS Marketplace: a subscription
costs nothing by itself, each picture does (docs/capacity.md), and the terms of Stability AI and of Marketplace apply to
the whole account (https://aws.amazon.com/legal/bedrock/third-party-models/). Subscribing to any one of the image services
enrols the account in all of them; Stable Diffusion 3.5 Large is a subscription of its own. The account needs a means of
payment, and these credentials need aws-marketplace:Subscribe and aws-marketplace:ViewSubscriptions.`;

/** Accepts the public offer of a model in a region. Repeating it changes nothing. */
export async function subscribe({ region, model }: RegionalModel): Promise<void> {
  const bedrock = new BedrockClient({ region });
  const { offers } = await bedrock.send(
    new ListFoundationModelAgreementOffersCommand({ modelId: model, offerType: 'PUBLIC' }),
  );
  const offerToken = offers?.[0]?.offerToken;
  if (!offerToken) throw new Error(`AWS Marketplace offers no agreement for ${model} in ${region}`);
  try {
    await bedrock.send(new CreateFoundationModelAgreementCommand({ modelId: model, offerToken }));
  } catch (error) {
    // Another deployment has subscribed in the meantime.
    if (errorName(error) !== 'ConflictException') throw error;
  }
}

/** Longest wait in minutes; AWS documents up to 15 minutes for a subscription. */
const mostMinutes = 15;

/**
 * Waits until the subscriptions are active.
 * @param seconds Polling interval.
 * @throws Error that names those which failed or are still pending.
 */
export async function untilOpen(models: readonly RegionalModel[], seconds: number): Promise<void> {
  const end = Date.now() + mostMinutes * 60_000;
  for (;;) {
    const accesses = await Promise.all(models.map(readAccess));
    const closed = accesses.filter(({ state }) => state !== 'open');
    if (closed.length === 0) return;
    if (Date.now() > end || closed.some(({ state }) => state === 'refused'))
      throw new Error(
        closed
          .map(({ model, region, reason }) => `${model} in ${region} cannot be called yet: ${reason}.`)
          .join('\n'),
      );
    await sleep(seconds * 1000);
  }
}

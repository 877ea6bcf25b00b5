import { setTimeout as sleep } from 'node:timers/promises';
import {
  BedrockClient,
  CreateFoundationModelAgreementCommand,
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  ListFoundationModelAgreementOffersCommand,
} from '@aws-sdk/client-bedrock';
import type { Config } from '#lib/config.ts';
import { askForAdapter } from '#shared/domain/adapters.ts';
import { imageModels } from '#shared/image-models.ts';
import { errorName, messageOf } from './finding.ts';
import type { Waiting } from './stack.ts';

interface RegionalModel {
  readonly region: string;
  /** Id of the foundation model, without the inference profile's prefix. */
  readonly model: string;
  /** Whether every edit mode has another adapter than the one that draws with it. */
  readonly isSpare: boolean;
}

/** The third-party models, in each region in which the worker calls them. */
export function modelsOf({ modelRegions }: Config): readonly RegionalModel[] {
  const { sd35Large, ...services } = imageModels;
  return [
    ...modelRegions.flatMap((region) =>
      Object.values(services).map((id) => ({ region, model: id.replace(/^us\./, ''), isSpare: false })),
    ),
    {
      region: 'us-west-2',
      model: sd35Large,
      isSpare: askForAdapter(['sd35-image-to-image']) === undefined,
    },
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

/** Whether Bedrock will retire a model, at the earliest six months after it says so. */
export async function isLegacy({ region, model }: RegionalModel): Promise<boolean> {
  const { modelDetails } = await new BedrockClient({ region }).send(
    new GetFoundationModelCommand({ modelIdentifier: model }),
  );
  return modelDetails?.modelLifecycle?.status === 'LEGACY';
}

/** The terms that the operator agrees to, as AWS documents them (November 2026). */
export const modelTerms = `The pictures are made by models of Stability AI. AWS sells them through AWS Marketplace: a subscription
costs nothing by itself, each picture does (docs/capacity.md), and the terms of Stability AI and of Marketplace apply to
the whole account (https://aws.amazon.com/legal/bedrock/third-party-models/). Subscribing to any one of the image services
enrols the account in all of them; Stable Diffusion 3.5 Large is a subscription of its own. The account needs a means of
payment, and these credentials need aws-marketplace:Subscribe and aws-marketplace:ViewSubscriptions.`;

/** Accepts the public offer of a model in a region. Repeating it changes nothing. */
async function subscribe({ region, model }: RegionalModel): Promise<void> {
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

/** Says why the deployment goes on without a spare model. */
const leftOut = ({ model, region }: RegionalModel, reason: string) =>
  `${model} in ${region} is left out: ${reason}`;

/**
 * Subscribes to models; leaves out spare ones that cannot be subscribed to.
 * @returns Those that it subscribed to.
 */
export async function subscribeTo(
  models: readonly Access[],
  report: (line: string) => void,
): Promise<readonly Access[]> {
  const subscribed: Access[] = [];
  for (const model of models) {
    try {
      await subscribe(model);
      subscribed.push(model);
    } catch (error) {
      if (!model.isSpare) throw error;
      report(leftOut(model, messageOf(error)));
    }
  }
  return subscribed;
}

/** Longest wait in minutes; AWS documents up to 15 minutes for a subscription. */
const mostMinutes = 15;

/**
 * Waits until the subscriptions are active; leaves out spare models that are refused or still pending in the end.
 * @throws Error that names those which failed or are still pending.
 */
export async function untilOpen(
  models: readonly RegionalModel[],
  { seconds, report }: Waiting,
): Promise<void> {
  const end = Date.now() + mostMinutes * 60_000;
  for (;;) {
    const closed = (await Promise.all(models.map(readAccess))).filter(({ state }) => state !== 'open');
    const needed = closed.filter(({ isSpare }) => !isSpare);
    const isOver = Date.now() > end;
    if (needed.some(({ state }) => isOver || state === 'refused'))
      throw new Error(
        needed
          .map(({ model, region, reason }) => `${model} in ${region} cannot be called yet: ${reason}.`)
          .join('\n'),
      );
    if (isOver || closed.every(({ isSpare, state }) => isSpare && state === 'refused')) {
      for (const access of closed) report(leftOut(access, access.reason));
      return;
    }
    await sleep(seconds * 1000);
  }
}

import { BedrockClient, GetFoundationModelCommand } from '@aws-sdk/client-bedrock';
import type { Job } from '#lambdas/platform/job.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { imageModels, visionModels } from '#shared/image-models.ts';
import { beginDailyCheck, noteModelProblem } from './model-state-store.ts';

/** A region in which all our models exist. */
const region = 'us-west-2';

let client: BedrockClient | undefined;

/**
 * Asks Bedrock once a day which of our models have become legacy. Such a model will be retired, at the earliest after
 * six months.
 */
export const checkModels: Job<string> = {
  name: 'models',
  list: async () =>
    (await beginDailyCheck()) ? [...Object.values(imageModels), ...Object.values(visionModels)] : [],
  handle: check,
  describe: (model) => ({ model }),
};

async function check(model: string): Promise<void> {
  client ??= new BedrockClient({ region });
  // The id of an inference profile is the model's id with the prefix of its region.
  const modelIdentifier = model.replace(/^us\./, '');
  const { modelDetails } = await client.send(new GetFoundationModelCommand({ modelIdentifier }));
  if (modelDetails?.modelLifecycle?.status !== 'LEGACY') return;
  logger.warn('A model has become legacy', { model });
  count('ModelLegacy');
  await noteModelProblem({ problem: 'legacy', model });
}

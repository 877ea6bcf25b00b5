import { type BedrockOptions, type BedrockRuntime, createBedrockRuntime } from 'bedrock-stand-in';
import type { Permission, ServiceCall } from 'local-cloud/aws/permission.ts';
import { readSignature } from 'local-cloud/aws/signature.ts';
import type { AwsService } from 'local-cloud/cloud/extension.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { createAmazonBedrock } from './amazon-bedrock.ts';
import { fillForm } from './fill-form.ts';

/** Bedrock's runtime for the functions: the stand-in, or Amazon Bedrock itself. */
export function createBedrockService(options: {
  models: 'local' | 'aws';
  /** Replacements for the renderer and the networks. */
  replaced: Pick<BedrockOptions, 'draw' | 'see'>;
  /** Factor by which the minutes of model quotas are shortened. */
  waitingSpeed: number;
}): { service: AwsService; runtime: BedrockRuntime } {
  const { models, replaced, waitingSpeed } = options;
  const runtime = createBedrockRuntime({
    lookTexts,
    fillForm,
    now: () => Date.now() * waitingSpeed,
    ...replaced,
  });
  return {
    service: {
      handle: models === 'aws' ? createAmazonBedrock() : runtime.handle,
      permissions: modelPermissions,
      close: () => runtime.close(),
    },
    runtime,
  };
}

/** Regions to which the inference profiles of the United States distribute calls. */
const profileRegions = ['us-east-1', 'us-east-2', 'us-west-2'];

/**
 * Resources of GetFoundationModel and InvokeModel: the model, or an inference profile and the model in each of its
 * regions.
 */
function modelPermissions({ req }: ServiceCall, accountId: string): Permission[] {
  const region = readSignature(req)?.region ?? '';
  const described = /^\/foundation-models\/([^/]+)$/.exec(req.url ?? '')?.[1];
  if (described !== undefined) {
    const resource = `arn:aws:bedrock:${region}::foundation-model/${decodeURIComponent(described)}`;
    return [{ action: 'bedrock:GetFoundationModel', resource }];
  }
  const modelId = decodeURIComponent(/^\/model\/([^/]+)\//.exec(req.url ?? '')?.[1] ?? '');
  const action = 'bedrock:InvokeModel';
  const modelArn = (modelRegion: string, id: string) =>
    `arn:aws:bedrock:${modelRegion}::foundation-model/${id}`;
  if (!modelId.startsWith('us.')) return [{ action, resource: modelArn(region, modelId) }];
  return [
    { action, resource: `arn:aws:bedrock:${region}:${accountId}:inference-profile/${modelId}` },
    ...profileRegions.map((target) => ({
      action,
      resource: modelArn(target, modelId.replace(/^us\./, '')),
    })),
  ];
}

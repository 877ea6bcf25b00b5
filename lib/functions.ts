import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EnvironmentOf, FunctionName } from '#shared/environment.ts';
import type { Config } from './config.ts';
import { photoWorkerTimeout, workerTimeout } from './generation.ts';
import { NodeFunction, type NodeFunctionProps } from './node-function.ts';
import type { Variables } from './variables.ts';

/** Creates a function. `variables` may contain more than the function reads. */
type CreateFunction = <N extends FunctionName>(
  name: N,
  variables: EnvironmentOf<N>,
  limits?: Pick<NodeFunctionProps<N>, 'timeout' | 'memorySize' | 'postpones'>,
) => NodeFunction<N>;

/**
 * Returns the function that creates the functions of a stack.
 * @param bundles The folder with the code of each function.
 */
export function functionCreator(
  scope: Construct,
  bundles: Readonly<Record<FunctionName, string>>,
  { logRetentionDays }: Config,
): CreateFunction {
  return (name, variables, limits) =>
    new NodeFunction(scope, `${name.charAt(0).toUpperCase()}${name.slice(1)}Function`, {
      name,
      code: bundles[name],
      variables,
      logRetention: logRetentionDays,
      ...limits,
    });
}

/** The functions that Cognito calls. */
export function triggerFunctions(create: CreateFunction, variables: Omit<Variables, 'USER_POOL_ID'>) {
  // Cognito waits five seconds for a trigger.
  const limits = { timeout: Duration.seconds(5) };
  return {
    preSignUp: create('preSignUp', variables, limits),
    postConfirmation: create('postConfirmation', variables, limits),
    customMessage: create('customMessage', variables, limits),
  };
}

/** The functions that the HTTP API calls, one for each owner of routes. */
export function apiFunctions(create: CreateFunction, variables: Variables) {
  const account = create('account', variables);
  const generations = create('generations', variables);
  // Compiles the WebAssembly library that signs, and holds a file twice.
  const delivery = create('delivery', variables, { memorySize: 1024 });
  const posts = create('posts', variables);
  // Holds a photo of 10 MB to hash it, and decodes photos of 50 megapixels, which take up to 450 MB, and logos of 16.
  const photos = create('photos', variables, { memorySize: 1024 });
  const menus = create('menus', variables);
  const billing = create('billing', variables);
  const stripeWebhook = create('stripeWebhook', variables);
  const share = create('share', variables);
  const site = create('site', variables);
  // Decodes pictures of up to 50 megapixels, which take up to 600 MB.
  const siteAdmin = create('siteAdmin', variables, { memorySize: 2048 });
  const admin = create('admin', variables);
  return {
    account,
    generations,
    delivery,
    posts,
    photos,
    menus,
    billing,
    stripeWebhook,
    share,
    admin,
    site,
    siteAdmin,
  };
}

/** The function that runs exports and deletions. */
export function tasksFunction(create: CreateFunction, variables: Variables) {
  // Packs hold pictures of six megapixels.
  return create('tasks', variables, { timeout: Duration.seconds(workerTimeout), memorySize: 2048 });
}

/** The functions that make pictures, and those before and after them. */
export function workerFunctions(create: CreateFunction, variables: Variables) {
  const limits = { timeout: Duration.seconds(workerTimeout), memorySize: 2048, postpones: true };
  const photoLimits = { ...limits, timeout: Duration.seconds(photoWorkerTimeout) };
  return {
    publisher: create('publisher', variables),
    worker: create('worker', variables, limits),
    menuWorker: create('menuWorker', variables, limits),
    photoWorker: create('photoWorker', variables, photoLimits),
    deadLetterQueue: create('deadLetterQueue', variables),
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { QueueSource } from '#src/events/queue-source.ts';
import { StreamSource } from '#src/events/stream-source.ts';
import { findHandlerModule } from '#src/lambda/handler-module.ts';
import type { Cloud } from '../cloud.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';
import { siteDeploymentType } from './site-deployment.ts';

/** The name that logs and faults use: the logical id without the hash and without "Function". */
function shortName(logicalId: string): string {
  const name = logicalId.replace(/[0-9A-F]{8}$/, '').replace(/Function$/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** AWS::Lambda::Function: the code of the assembly, run in separate processes. */
export const lambdaFunction = resourceKind({
  schema: z.strictObject({
    FunctionName: z.string().optional(),
    Code: z.union([
      z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
      z.strictObject({ ZipFile: z.string() }),
    ]),
    Handler: z.string(),
    Runtime: z.string(),
    Environment: z.strictObject({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
    Timeout: z.int().default(3),
    MemorySize: z.int().default(128),
    Role: z.string(),
    Layers: z.array(z.string()).optional(),
    ReservedConcurrentExecutions: z.int().optional(),
    Description: z.string().optional(),
    Architectures: irrelevant('Functions run on the architecture of this machine').optional(),
    LoggingConfig: irrelevant('Logs are files in the data directory').optional(),
    TracingConfig: irrelevant('X-Ray has no counterpart on this machine').optional(),
    RecursiveLoop: irrelevant('No loop is detected on this machine').optional(),
    Tags: tags.optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const functionName = properties.FunctionName ?? cloud.physicalName(logicalId).slice(0, 64);
    const arn = cloud.arn('lambda', `function:${functionName}`);
    const physical = { ref: functionName, attributes: { Arn: arn } };
    if (!properties.Runtime.startsWith('nodejs')) {
      if (servesOnlySiteDeployments(cloud, logicalId)) return physical;
      throw new Error(`The local cloud runs Node.js functions only, not ${properties.Runtime}`);
    }
    if (properties.Layers?.length) throw new Error('The local cloud does not support layers');
    if (properties.ReservedConcurrentExecutions === 0)
      throw new Error('ReservedConcurrentExecutions 0 would keep the function from running');
    const codeDirectory =
      'S3Key' in properties.Code
        ? cloud.options.assembly.assetPath(properties.Code.S3Key)
        : writeInlineCode(join(cloud.options.directory, 'inline-code', logicalId), properties.Code.ZipFile);
    if (findHandlerModule(codeDirectory, properties.Handler) === undefined)
      throw new Error(`${codeDirectory} has no module for the handler ${properties.Handler}`);
    cloud.options.lambda.define({
      name: shortName(logicalId),
      functionName,
      arn,
      codeDirectory,
      handler: properties.Handler,
      environment: properties.Environment?.Variables ?? {},
      timeoutSeconds: properties.Timeout,
      memoryMegabytes: properties.MemorySize,
    });
    cloud.functionRoles.set(shortName(logicalId), properties.Role);
    return physical;
  },
});

/** AWS::Lambda::Version. There is one at a time: the present code. */
export const version = resourceKind({
  schema: z.strictObject({ FunctionName: z.string(), Description: z.string().optional() }),
  async provision({ FunctionName }, { cloud }) {
    const definition = cloud.options.lambda.find(FunctionName);
    if (!definition) throw new Error(`There is no function ${FunctionName}`);
    const arn = `${definition.arn}:1`;
    return { ref: arn, attributes: { Version: '1', FunctionArn: arn } };
  },
});

/** AWS::Lambda::Alias, which leads to the present code of its function. */
export const alias = resourceKind({
  schema: z.strictObject({
    FunctionName: z.string(),
    FunctionVersion: z.string(),
    Name: z.string(),
    Description: z.string().optional(),
  }),
  async provision({ FunctionName, Name }, { cloud }) {
    const { lambda } = cloud.options;
    const definition = lambda.find(FunctionName);
    if (!definition) throw new Error(`There is no function ${FunctionName}`);
    const arn = `${definition.arn}:${Name}`;
    lambda.defineAlias(arn, definition.arn);
    return { ref: arn, attributes: { AliasArn: arn } };
  },
});

/** Writes code that the template itself contains; Lambda calls its module `index`. */
function writeInlineCode(folder: string, code: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.cjs'), code);
  return folder;
}

/** CDK's function behind site deployments needs Python and the AWS CLI; the local cloud deploys the site itself. */
function servesOnlySiteDeployments(cloud: Cloud, logicalId: string): boolean {
  const users = Object.values(cloud.options.assembly.template.Resources).filter(({ Properties }) =>
    JSON.stringify(Properties.ServiceToken ?? null).includes(`"${logicalId}"`),
  );
  return users.length > 0 && users.every(({ Type }) => Type === siteDeploymentType);
}

/** AWS::Lambda::Permission, checked when all resources are provisioned (check-invocations.ts). */
export const permission = resourceKind({
  schema: z.strictObject({
    Action: z.literal('lambda:InvokeFunction'),
    FunctionName: z.string(),
    Principal: z.string(),
    SourceArn: z.string().optional(),
    SourceAccount: z.string().optional(),
  }),
  async provision({ FunctionName, Principal, SourceArn }, { logicalId, cloud }) {
    const functionArn = FunctionName.startsWith('arn:')
      ? FunctionName
      : cloud.arn('lambda', `function:${FunctionName}`);
    cloud.permissions.push({ functionArn, principal: Principal, sourceArn: SourceArn });
    return { ref: cloud.physicalName(logicalId), attributes: {} };
  },
});

/** AWS::Lambda::EventInvokeConfig: how asynchronous invocations are repeated. */
export const eventInvokeConfig = resourceKind({
  schema: z.strictObject({
    FunctionName: z.string(),
    Qualifier: z.literal('$LATEST'),
    MaximumRetryAttempts: z.int().min(0).max(2).default(2),
    MaximumEventAgeInSeconds: irrelevant('Nothing waits for capacity here').optional(),
  }),
  async provision({ FunctionName, MaximumRetryAttempts }, { logicalId, cloud }) {
    const { lambda } = cloud.options;
    const definition = lambda.find(FunctionName);
    if (!definition) throw new Error(`There is no function ${FunctionName}`);
    lambda.setAsyncRetries(definition.arn, MaximumRetryAttempts);
    return { ref: cloud.physicalName(logicalId), attributes: {} };
  },
});

const destination = z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) });

/** AWS::Lambda::EventSourceMapping of a queue or a table's stream. */
export const eventSourceMapping = resourceKind({
  schema: z.strictObject({
    FunctionName: z.string(),
    EventSourceArn: z.string(),
    Enabled: z.literal(true).optional(),
    BatchSize: z.int().optional(),
    MaximumBatchingWindowInSeconds: z.int().default(0),
    FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
    ScalingConfig: z.strictObject({ MaximumConcurrency: z.int() }).optional(),
    StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).optional(),
    BisectBatchOnFunctionError: z.boolean().default(false),
    MaximumRetryAttempts: z.int().default(-1),
    DestinationConfig: destination.optional(),
    FilterCriteria: z.strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })) }).optional(),
    Tags: tags.optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const { region, lambda, deliveries, directory } = cloud.options;
    const arn = properties.EventSourceArn;
    const definition = lambda.find(properties.FunctionName);
    if (!definition) throw new Error(`There is no function ${properties.FunctionName}`);
    const common = {
      region,
      deliveries,
      functionName: definition.name,
      reportsBatchItemFailures: properties.FunctionResponseTypes.length > 0,
      invoke: (event: unknown) => lambda.invoke(definition.arn, event),
    };
    if (arn.includes(':sqs:')) {
      if (properties.FilterCriteria) throw new Error('The local cloud does not support filters on queues');
      cloud.queueSources.set(
        logicalId,
        new QueueSource({
          ...common,
          client: cloud.queues,
          queueUrl: queueUrlOf(cloud, arn),
          queueArn: arn,
          batchSize: properties.BatchSize ?? 10,
          // Lambda starts five pollers if no maximum is set.
          maximumConcurrency: properties.ScalingConfig?.MaximumConcurrency ?? 5,
        }),
      );
    } else if (arn.includes(':dynamodb:')) {
      const onFailure = properties.DestinationConfig?.OnFailure.Destination;
      cloud.streamSources.set(
        logicalId,
        new StreamSource({
          ...common,
          client: cloud.streams,
          sqs: cloud.queues,
          streamArn: arn,
          functionArn: definition.arn,
          batchSize: properties.BatchSize ?? 100,
          batchingWindow: properties.MaximumBatchingWindowInSeconds,
          startingPosition: properties.StartingPosition ?? 'LATEST',
          filters: (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern)),
          bisects: properties.BisectBatchOnFunctionError,
          maximumRetries: properties.MaximumRetryAttempts,
          failureQueueUrl: onFailure === undefined ? undefined : queueUrlOf(cloud, onFailure),
          checkpointFile: join(directory, 'streams', `${logicalId}.json`),
        }),
      );
    } else throw new Error(`The local cloud has no events of ${arn}`);
    return { ref: logicalId, attributes: { Id: logicalId } };
  },
});

function queueUrlOf(cloud: Cloud, queueArn: string): string {
  return cloud.queueUrl(queueArn.split(':').at(-1) ?? '');
}

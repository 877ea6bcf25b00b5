import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { policyDocumentSchema } from '../policy.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

/** AWS::SQS::Queue, by the queue engine. */
export const queue = resourceKind({
  schema: z.strictObject({
    QueueName: z.string().optional(),
    VisibilityTimeout: z.int().optional(),
    MessageRetentionPeriod: z.int().optional(),
    DelaySeconds: z.int().optional(),
    ReceiveMessageWaitTimeSeconds: z.int().optional(),
    RedrivePolicy: z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.int() }).optional(),
    SqsManagedSseEnabled: irrelevant('Messages here are in memory').optional(),
    Tags: tags.optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const name = properties.QueueName ?? cloud.physicalName(logicalId).slice(-80);
    const {
      RedrivePolicy,
      QueueName: _name,
      SqsManagedSseEnabled: _sse,
      Tags: _tags,
      ...numbers
    } = properties;
    await cloud.queues.send(
      new CreateQueueCommand({
        QueueName: name,
        Attributes: {
          ...Object.fromEntries(
            Object.entries(numbers).flatMap(([attribute, value]) =>
              value === undefined ? [] : [[attribute, String(value)]],
            ),
          ),
          ...(RedrivePolicy && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
        },
      }),
    );
    const QueueUrl = cloud.queueUrl(name);
    return { ref: QueueUrl, attributes: { Arn: cloud.arn('sqs', name), QueueName: name, QueueUrl } };
  },
});

/** AWS::SQS::QueuePolicy: only checked for its form, because the callers' roles decide who may call. */
export const queuePolicy = resourceKind({
  schema: z.strictObject({ Queues: z.array(z.string()), PolicyDocument: policyDocumentSchema }),
  provision: async (_properties, { logicalId, cloud }) => ({
    ref: cloud.physicalName(logicalId),
    attributes: {},
  }),
});

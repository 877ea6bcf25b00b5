import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { FilterCriteria, FilterRule, type IFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Config } from './config.ts';
import type { Data } from './data.ts';

/** Time limit of the worker in seconds. The visibility timeout of a message is a little longer. */
export const workerTimeout = 300;
const visibilityTimeout = 330;

/** Time limit of the photo worker in seconds. The visibility timeout of a message is a little longer. */
export const photoWorkerTimeout = 120;
const photoVisibilityTimeout = 150;

/** The queues. They are created before the functions, which need their URLs. */
export class GenerationQueues extends Construct {
  readonly standard: Queue;
  readonly priority: Queue;
  /**
   * Messages that advance whole menus, and the generations of their dishes, so that menus do not delay single pictures.
   */
  readonly menus: Queue;
  /** The dead-letter queue: messages that failed three times. */
  readonly deadLetterQueue: Queue;
  /** Exports. The reconciler sends lost messages again. */
  readonly exports: Queue;
  /** Account deletions, which exports must not delay. The reconciler sends lost messages again. */
  readonly deletions: Queue;
  /** Cut-outs and dish readings that are requested before anything is ordered. */
  readonly photos: Queue;
  /** Stream records that the publisher or the projector could not handle. */
  readonly streamFailures: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetterQueue = this.queue('DeadLetterQueue', {
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.seconds(180),
    });
    this.streamFailures = this.queue('StreamFailures', { retentionPeriod: Duration.days(14) });
    const taskQueue: QueueProps = {
      visibilityTimeout: Duration.seconds(visibilityTimeout),
      retentionPeriod: Duration.hours(1),
    };
    this.exports = this.queue('Exports', taskQueue);
    this.deletions = this.queue('Deletions', taskQueue);
    const generationQueue: QueueProps = {
      visibilityTimeout: Duration.seconds(visibilityTimeout),
      retentionPeriod: Duration.days(1),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: 3 },
    };
    this.standard = this.queue('Standard', generationQueue);
    this.priority = this.queue('Priority', generationQueue);
    this.menus = this.queue('Menus', generationQueue);
    this.photos = this.queue('Photos', {
      visibilityTimeout: Duration.seconds(photoVisibilityTimeout),
      retentionPeriod: Duration.hours(1),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: 3 },
    });
  }

  private queue(id: string, props: QueueProps): Queue {
    return new Queue(this, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, ...props });
  }
}

interface GenerationProps {
  /**
   * Maximum concurrency of the event source by queue. Not reserved concurrency, which would throttle and return
   * messages to the queue.
   */
  readonly concurrency: Config['concurrency'];
  readonly data: Data;
  readonly queues: GenerationQueues;
  readonly functions: Readonly<
    Record<
      | 'publisher'
      | 'worker'
      | 'menuWorker'
      | 'photoWorker'
      | 'deadLetterQueue'
      | 'reconciler'
      | 'statsProjector'
      | 'tasks',
      IFunction
    >
  >;
}

/** The event sources of functions that no request calls: the table's stream, the queues and a schedule. */
export class Generation extends Construct {
  constructor(scope: Construct, id: string, props: GenerationProps) {
    super(scope, id);
    const { concurrency, data, queues, functions } = props;

    functions.publisher.addEventSource(
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 10,
        retryAttempts: 10,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        onFailure: new SqsDlq(queues.streamFailures),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: { Keys: { sk: { S: FilterRule.beginsWith('GENERATION#') } } },
          }),
          // Changed words of a finished generation.
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('MODIFY'),
            dynamodb: {
              Keys: { sk: { S: FilterRule.beginsWith('GENERATION#') } },
              NewImage: { words: { M: { state: { S: FilterRule.isEqual('open') } } } },
            },
          }),
          // The end of a dish's generation.
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('MODIFY'),
            dynamodb: {
              Keys: { sk: { S: FilterRule.beginsWith('GENERATION#') } },
              NewImage: {
                dish: { M: { menuId: { S: FilterRule.exists() } } },
                state: { S: FilterRule.or('done', 'failed') },
              },
            },
          }),
        ],
      }),
    );
    functions.statsProjector.addEventSource(
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 25,
        maxBatchingWindow: Duration.seconds(1),
        retryAttempts: 10,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        onFailure: new SqsDlq(queues.streamFailures),
        // What its counters are made of (`incrementsOf`), without its own writes.
        filters: [
          FilterCriteria.filter({
            dynamodb: {
              Keys: {
                sk: {
                  S: [
                    'ACCOUNT#PROFILE',
                    ...FilterRule.beginsWith('GENERATION#'),
                    ...FilterRule.beginsWith('LEDGER#'),
                  ],
                },
              },
            },
          }),
          FilterCriteria.filter({ dynamodb: { Keys: { pk: { S: FilterRule.beginsWith('USAGE#') } } } }),
        ],
      }),
    );
    for (const [queue, maxConcurrency] of [
      [queues.standard, concurrency.standard],
      [queues.priority, concurrency.priority],
    ] as const)
      functions.worker.addEventSource(
        new SqsEventSource(queue, { batchSize: 1, maxConcurrency, reportBatchItemFailures: true }),
      );
    functions.menuWorker.addEventSource(
      new SqsEventSource(queues.menus, {
        batchSize: 1,
        maxConcurrency: concurrency.menus,
        reportBatchItemFailures: true,
      }),
    );
    functions.photoWorker.addEventSource(
      new SqsEventSource(queues.photos, {
        batchSize: 1,
        maxConcurrency: concurrency.photos,
        reportBatchItemFailures: true,
      }),
    );
    for (const queue of [queues.exports, queues.deletions])
      functions.tasks.addEventSource(
        new SqsEventSource(queue, {
          batchSize: 1,
          maxConcurrency: concurrency.tasks,
          reportBatchItemFailures: true,
        }),
      );
    functions.deadLetterQueue.addEventSource(
      new SqsEventSource(queues.deadLetterQueue, { batchSize: 10, reportBatchItemFailures: true }),
    );
    // The next minute comes by itself. By default Lambda repeats an invocation twice, and keeps one for which there is no
    // capacity for six hours.
    functions.reconciler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(functions.reconciler, { retryAttempts: 0 })],
    });
  }
}

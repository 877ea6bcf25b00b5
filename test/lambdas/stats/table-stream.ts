import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

/**
 * Reads the table's stream as the projector's event source does: each call returns the changes since the last
 * one, without those of the counters themselves, in the form of Lambda's event.
 */
export function tableStream() {
  /** Where to go on, by shard. */
  const iterators = new Map<string, string | undefined>();

  async function read(): Promise<DynamoDBRecord[]> {
    const endpoint = String(process.env.AWS_ENDPOINT_URL_DYNAMODB);
    const streams = new DynamoDBStreamsClient({ endpoint });
    const { Table } = await new DynamoDBClient({ endpoint }).send(
      new DescribeTableCommand({ TableName: String(process.env.TABLE_NAME) }),
    );
    const StreamArn = String(Table?.LatestStreamArn);
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    const fresh: DynamoDBRecord[] = [];
    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      if (!iterators.has(ShardId)) {
        const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
        iterators.set(ShardId, (await streams.send(new GetShardIteratorCommand(start))).ShardIterator);
      }
      for (;;) {
        const ShardIterator = iterators.get(ShardId);
        if (!ShardIterator) break;
        const { Records = [], NextShardIterator } = await streams.send(
          new GetRecordsCommand({ ShardIterator }),
        );
        iterators.set(ShardId, NextShardIterator);
        fresh.push(...Records.filter(isForProjector).map(toLambda));
        if (Records.length === 0) break;
      }
    }
    return fresh;
  }

  return { read };
}

function isForProjector({ dynamodb }: StreamRecord): boolean {
  return !dynamodb?.Keys?.pk?.S?.startsWith('STATS#');
}

function toLambda({ eventID, eventName, dynamodb = {} }: StreamRecord): DynamoDBRecord {
  const { OldImage, NewImage, SequenceNumber } = dynamodb;
  return { eventID, eventName, dynamodb: { OldImage, NewImage, SequenceNumber } } as DynamoDBRecord;
}

import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

/**
 * Reads the table's stream as the projector's event source does: each call returns the changes since the last
 * one, without those of the counters themselves, in the form of Lambda's event.
 */
export function tableStream() {
  /** Where to go on, by shard: after this sequence number. */
  const read = new Map<string, string>();

  async function readNew(): Promise<DynamoDBRecord[]> {
    const endpoint = String(process.env.AWS_ENDPOINT_URL_DYNAMODB);
    const streams = new DynamoDBStreamsClient({ endpoint });
    const { Table } = await new DynamoDBClient({ endpoint }).send(
      new DescribeTableCommand({ TableName: String(process.env.TABLE_NAME) }),
    );
    const StreamArn = String(Table?.LatestStreamArn);
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    const fresh: DynamoDBRecord[] = [];

    async function readShard(ShardId: string): Promise<void> {
      const SequenceNumber = read.get(ShardId);
      const start = SequenceNumber
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber }
        : { ShardIteratorType: 'TRIM_HORIZON' as const };
      const { ShardIterator: first } = await streams.send(
        new GetShardIteratorCommand({ StreamArn, ShardId, ...start }),
      );
      let iterator = first;
      while (iterator) {
        const { Records = [], NextShardIterator }: GetRecordsCommandOutput = await streams.send(
          new GetRecordsCommand({ ShardIterator: iterator }),
        );
        const last = Records.at(-1)?.dynamodb?.SequenceNumber;
        if (last === undefined) return;
        read.set(ShardId, last);
        fresh.push(...Records.filter(isForProjector).map(toLambda));
        iterator = NextShardIterator;
      }
    }

    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      for (let tries = 1; ; tries += 1) {
        try {
          await readShard(ShardId);
          break;
        } catch (error) {
          // The engine's sequence numbers run over all its tables: other files' writes may overtake an iterator.
          if (!(error instanceof TrimmedDataAccessException) || tries === 20) throw error;
        }
      }
    }
    return fresh;
  }

  return { read: readNew };
}

function isForProjector({ dynamodb }: StreamRecord): boolean {
  return !dynamodb?.Keys?.pk?.S?.startsWith('STATS#');
}

function toLambda({ eventID, eventName, dynamodb = {} }: StreamRecord): DynamoDBRecord {
  const { OldImage, NewImage, SequenceNumber } = dynamodb;
  return { eventID, eventName, dynamodb: { OldImage, NewImage, SequenceNumber } } as DynamoDBRecord;
}

import type { _Record, AttributeValue } from '@aws-sdk/client-dynamodb-streams';

/** A record of a DynamoDB stream as Lambda hands it to a function: binary in base64, times in seconds. */
export function lambdaRecord(record: _Record, streamArn: string, region: string) {
  const { dynamodb = {} } = record;
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: dynamodb.ApproximateCreationDateTime
        ? Math.floor(dynamodb.ApproximateCreationDateTime.getTime() / 1000)
        : undefined,
      Keys: image(dynamodb.Keys),
      NewImage: image(dynamodb.NewImage),
      OldImage: image(dynamodb.OldImage),
      SequenceNumber: dynamodb.SequenceNumber,
      SizeBytes: dynamodb.SizeBytes,
      StreamViewType: dynamodb.StreamViewType,
    },
    ...(record.userIdentity && {
      userIdentity: { principalId: record.userIdentity.PrincipalId, type: record.userIdentity.Type },
    }),
    eventSourceARN: streamArn,
  };
}

export type LambdaRecord = ReturnType<typeof lambdaRecord>;

function image(attributes: Record<string, AttributeValue> | undefined): Record<string, unknown> | undefined {
  return (
    attributes && Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, plain(value)]))
  );
}

function plain(value: AttributeValue): unknown {
  if (value.B !== undefined) return { B: Buffer.from(value.B).toString('base64') };
  if (value.BS !== undefined) return { BS: value.BS.map((bytes) => Buffer.from(bytes).toString('base64')) };
  if (value.L !== undefined) return { L: value.L.map(plain) };
  if (value.M !== undefined) return { M: image(value.M) };
  // DynamoDB Local writes an empty map into its stream as a value without a type.
  if (Object.keys(value).length === 0) return { M: {} };
  return Object.fromEntries(
    Object.entries(value).filter(([name, entry]) => name !== '$unknown' && entry !== undefined),
  );
}

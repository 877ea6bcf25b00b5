import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';

const { TABLE_NAME: TableName } = process.env;
const dynamodb = new DynamoDBClient();

async function countVisit({ body }) {
  const { code } = JSON.parse(body);
  await dynamodb.send(
    new UpdateItemCommand({
      TableName,
      Key: { code: { S: code } },
      UpdateExpression: 'ADD visits :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }),
  );
}

export async function handler({ Records }) {
  const results = await Promise.allSettled(Records.map(countVisit));
  return {
    batchItemFailures: Records.filter((_record, index) => results[index].status === 'rejected').map(
      ({ messageId }) => ({ itemIdentifier: messageId }),
    ),
  };
}

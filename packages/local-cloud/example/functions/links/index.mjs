import { randomBytes } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const { TABLE_NAME: TableName, QUEUE_URL: QueueUrl } = process.env;
const dynamodb = new DynamoDBClient();
const sqs = new SQSClient();

const json = (statusCode, body) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function createLink(body) {
  const { url } = JSON.parse(body ?? '{}');
  if (!URL.canParse(url)) return json(400, { message: 'Please send { "url": "https://…" }' });
  const code = randomBytes(4).toString('base64url');
  const Item = { code: { S: code }, url: { S: url }, visits: { N: '0' } };
  await dynamodb.send(new PutItemCommand({ TableName, Item }));
  return json(201, { code });
}

async function findLink(code) {
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key: { code: { S: code } } }));
  return Item && { url: Item.url.S, visits: Number(Item.visits.N) };
}

export async function handler({ routeKey, pathParameters, body }) {
  if (routeKey === 'POST /api/links') return createLink(body);
  const { code } = pathParameters;
  const link = await findLink(code);
  if (!link) return json(404, { message: 'There is no such link' });
  if (routeKey === 'GET /api/links/{code}') return json(200, link);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ code }) }));
  return { statusCode: 302, headers: { location: link.url } };
}

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The smallest possible function that uses the table. */
export const handler = async () => new DynamoDBClient({});

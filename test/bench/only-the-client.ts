import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The least that a function which keeps data in the table can be. */
export const handler = async () => new DynamoDBClient({});

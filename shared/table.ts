/**
 * Names of the table's keys and index. CDK creates them, the stores write their values, and the local cloud reads them
 * from the template. The header of each store lists its keys and the queries that they serve.
 */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Sparse: only items that are listed across partitions have these attributes. */
  index: { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
  /** Seconds since the epoch. Expired items are treated as absent even before DynamoDB removes them. */
  expiry: 'expiresAt',
} as const;

/**
 * Names of the table's keys and index. CDK creates them, the stores build values for them and the local
 * engine reads them from the template; which question each value answers stands at the top of each store.
 */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Sparse: only items that are also listed across partitions carry these two attributes. */
  index: { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
  /** Seconds since the epoch; items past it are treated as absent even before DynamoDB removes them. */
  expiry: 'expiresAt',
} as const;

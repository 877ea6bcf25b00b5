import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { table } from '#shared/table.ts';

type TypedItem = Record<string, AttributeValue>;

const units = (item: TypedItem) => Math.max(1, Math.ceil(itemBytes(item) / 1024));

/** Capacity units of a transaction's condition check on an item. */
export function conditionUnits(item: TypedItem | undefined): number {
  return 2 * (item ? units(item) : 1);
}

/** Bytes of an item as DynamoDB counts them (developer guide, "DynamoDB item sizes and formats"). */
function itemBytes(item: TypedItem): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 1;
  if (value.M) return 3 + itemBytes(value.M) + Object.keys(value.M).length;
  if (value.L) return 3 + value.L.reduce((sum, element) => sum + valueBytes(element) + 1, 0);
  if (value.SS !== undefined) return value.SS.reduce((sum, element) => sum + Buffer.byteLength(element), 0);
  return 1;
}

/**
 * Capacity units of writing an item in a transaction: two per kilobyte of the larger of old and new item, and one
 * per kilobyte of its entry in the index. DynamoDB Local does not report them as AWS bills them.
 */
export function transactionUnits(before: TypedItem | undefined, after: TypedItem | undefined): number {
  const images = [before, after].filter((image) => image !== undefined);
  const inIndex = images.filter((image) => image[table.index.partitionKey] !== undefined);
  return 2 * Math.max(1, ...images.map(units)) + Math.max(0, ...inIndex.map(units));
}

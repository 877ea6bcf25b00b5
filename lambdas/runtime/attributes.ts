/** DynamoDB's typed JSON, as streams and the reasons of a cancelled transaction carry it. */
interface TypedValue {
  readonly S?: string | undefined;
  readonly N?: string | undefined;
  readonly BOOL?: boolean | undefined;
  readonly NULL?: boolean | undefined;
  readonly M?: TypedItem | undefined;
  readonly L?: readonly TypedValue[] | undefined;
  readonly SS?: readonly string[] | undefined;
  readonly NS?: readonly string[] | undefined;
}

export type TypedItem = Readonly<Record<string, TypedValue>>;

/** The item as the document client would give it, numbers as JavaScript's. */
export function plainItem(item: TypedItem): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: TypedValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL) return null;
  if (value.M) return plainItem(value.M);
  if (value.L) return value.L.map(plainValue);
  if (value.SS) return new Set(value.SS);
  if (value.NS) return new Set(value.NS.map(Number));
  throw new Error(`Attribute of unknown type: ${Object.keys(value).join()}`);
}

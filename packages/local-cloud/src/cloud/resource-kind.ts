import * as z from 'zod';
import type { Cloud } from './cloud.ts';
import type { Physical } from './intrinsics.ts';

/** A resource of the template about to be made. */
export interface ResourceRequest {
  logicalId: string;
  cloud: Cloud;
}

/** How the local cloud makes one type of resource, and which of its properties it understands. */
export interface ResourceKind {
  /** Strict, however deep: a property that is not listed stops the local cloud. */
  schema: z.ZodType;
  /** Makes the resource, or brings it up to date. */
  provision(properties: unknown, request: ResourceRequest): Promise<Physical>;
}

/** Ties a schema to the function that gets its output. */
export function resourceKind<S extends z.ZodType>(kind: {
  schema: S;
  provision(properties: z.output<S>, request: ResourceRequest): Promise<Physical>;
}): ResourceKind {
  return {
    schema: kind.schema,
    provision: (properties, request) => kind.provision(kind.schema.parse(properties), request),
  };
}

/** A property that has no effect on this machine, with the reason. */
export function irrelevant(reason: string) {
  return z.unknown().describe(reason);
}

export const tags = irrelevant('Tags name and group resources in an account');

/** A type that has no counterpart on this machine, with the reason; `attributes` lists what others may ask of it. */
export function irrelevantKind(reason: string, attributes: readonly string[] = []): ResourceKind {
  return {
    schema: z.looseObject({}).describe(reason),
    provision: async (_properties, { logicalId, cloud }) => ({
      ref: cloud.physicalName(logicalId),
      attributes: Object.fromEntries(attributes.map((name) => [name, cloud.physicalName(logicalId)])),
    }),
  };
}

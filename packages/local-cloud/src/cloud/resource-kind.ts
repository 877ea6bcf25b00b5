import * as z from 'zod';
import type { Cloud } from './cloud.ts';
import type { Physical } from './intrinsics.ts';

/** A resource of the template that is about to be created or updated. */
export interface ResourceRequest {
  logicalId: string;
  cloud: Cloud;
}

/** How the local cloud provisions one type of resource, and which of its properties it supports. */
export interface ResourceKind {
  /** Strict at every level: a property that is not listed stops the start. */
  schema: z.ZodType;
  /** Creates or updates the resource. */
  provision(properties: unknown, request: ResourceRequest): Promise<Physical>;
}

/** Combines a schema with the function that receives its output. */
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

/** A type without effect on this machine, with the reason. `attributes` are those that other resources may read. */
export function irrelevantKind(reason: string, attributes: readonly string[] = []): ResourceKind {
  return {
    schema: z.looseObject({}).describe(reason),
    provision: async (_properties, { logicalId, cloud }) => ({
      ref: cloud.physicalName(logicalId),
      attributes: Object.fromEntries(attributes.map((name) => [name, cloud.physicalName(logicalId)])),
    }),
  };
}

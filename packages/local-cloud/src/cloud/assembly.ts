import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const resourceSchema = z.strictObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.union([z.string().transform((id) => [id]), z.array(z.string())]).default([]),
  Condition: z.string().optional(),
  Metadata: z.record(z.string(), z.unknown()).default({}),
  // These apply when a resource is deleted or replaced; the local cloud only creates and updates.
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  // How CodeDeploy shifts an alias to another version.
  UpdatePolicy: z.unknown().optional(),
});

const templateSchema = z.strictObject({
  AWSTemplateFormatVersion: z.string().optional(),
  Description: z.string().optional(),
  Metadata: z.unknown().optional(),
  Parameters: z
    .record(z.string(), z.object({ Type: z.string(), Default: z.unknown().optional() }))
    .default({}),
  // CloudFormation checks these against the target account.
  Rules: z.unknown().optional(),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Resources: z.record(z.string(), resourceSchema),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

export type Template = z.output<typeof templateSchema>;
export type TemplateResource = Template['Resources'][string];

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().optional(),
      properties: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

const assetsSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string().optional() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

/** A synthesized stack: its template and the local paths of the files that it names. */
export interface Assembly {
  stackName: string;
  /** Region of the stack, or undefined when it leaves the region to the deployment. */
  region: string | undefined;
  template: Template;
  /** Folder or file of an asset by the object key that the template names. Throws for an unknown one. */
  assetPath(objectKey: string): string;
}

/** Reads the one stack of a cloud assembly (`cdk.out`). */
export function readAssembly(directory: string): Assembly {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const { artifacts } = manifestSchema.parse(read('manifest.json'));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack, ...others] = stacks;
  if (!stack || others.length > 0)
    throw new Error(`The local cloud runs exactly one stack; ${directory} holds ${stacks.length}`);
  const [artifactId, { environment, properties }] = stack;
  const assets = new Map<string, string>();
  for (const { type, properties: asset } of Object.values(artifacts)) {
    if (type !== 'cdk:asset-manifest') continue;
    for (const { source, destinations } of Object.values(assetsSchema.parse(read(String(asset.file))).files))
      for (const { objectKey } of Object.values(destinations))
        if (source.path !== undefined) assets.set(objectKey, join(directory, source.path));
  }
  const region = environment?.split('/').at(-1);
  return {
    stackName: typeof properties.stackName === 'string' ? properties.stackName : artifactId,
    region: region === undefined || region === 'unknown-region' ? undefined : region,
    template: templateSchema.parse(read(String(properties.templateFile))),
    assetPath(objectKey) {
      const path = assets.get(objectKey);
      if (path === undefined) throw new Error(`The cloud assembly has no asset ${objectKey}`);
      return path;
    },
  };
}

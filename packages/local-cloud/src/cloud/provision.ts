import * as z from 'zod';
import type { TemplateResource } from './assembly.ts';
import { checkInvocations } from './check-invocations.ts';
import type { Cloud } from './cloud.ts';
import { Intrinsics, type Physical, referencesIn } from './intrinsics.ts';
import { resourceKinds } from './resource-kinds.ts';
import { withSecrets } from './secret-references.ts';

/** The template contains something that the local cloud does not support; the message names it and its place. */
export class NotSupported extends Error {}

/**
 * Creates or updates every resource of the template in the order of their dependencies; resolves with the outputs of
 * the stack. Throws NotSupported: for an unknown type before any resource is created, for an unknown property at its
 * resource.
 */
export async function provision(cloud: Cloud): Promise<Record<string, string>> {
  const { template, stackName } = cloud.options.assembly;
  const { region, accountId, signInHost } = cloud.options;
  const physical = new Map<string, Physical>();
  const intrinsics = new Intrinsics(template, { region, accountId, stackName }, physical, signInHost);
  const wanted = new Map(
    Object.entries(template.Resources).filter(
      ([, { Condition }]) => Condition === undefined || intrinsics.condition(Condition),
    ),
  );
  refuseUnknownTypes(wanted);
  const dependencies = new Map([...wanted].map(([id, resource]) => [id, dependenciesOf(resource, wanted)]));
  refuseCycles(dependencies);

  const made = new Map<string, Promise<void>>();
  const make = (logicalId: string): Promise<void> => {
    const existing = made.get(logicalId);
    if (existing) return existing;
    const promise = (async () => {
      await Promise.all([...(dependencies.get(logicalId) ?? [])].map(make));
      const resource = wanted.get(logicalId);
      if (resource) physical.set(logicalId, await makeOne(cloud, logicalId, resource, intrinsics));
    })();
    made.set(logicalId, promise);
    return promise;
  };
  await Promise.all([...wanted.keys()].map(make));

  setRoutes(cloud);
  checkInvocations(cloud);
  return Object.fromEntries(
    Object.entries(template.Outputs).map(([name, { Value }]) => [name, String(intrinsics.resolve(Value))]),
  );
}

async function makeOne(
  cloud: Cloud,
  logicalId: string,
  { Type, Properties }: TemplateResource,
  intrinsics: Intrinsics,
): Promise<Physical> {
  try {
    const kind = resourceKinds[Type];
    if (!kind) throw new NotSupported(`unknown type ${Type}`);
    return await kind.provision(await withSecrets(cloud, intrinsics.resolve(Properties)), {
      logicalId,
      cloud,
    });
  } catch (error) {
    const where = `${Type} ${logicalId}`;
    if (error instanceof z.ZodError)
      throw new NotSupported(
        `The local cloud does not support ${where}:\n${z.prettifyError(error)}\nThe schemas are in src/cloud/resources.`,
      );
    if (error instanceof NotSupported) throw error;
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function refuseUnknownTypes(resources: ReadonlyMap<string, TemplateResource>): void {
  const unknown = [...resources].filter(([, { Type }]) => !Object.hasOwn(resourceKinds, Type));
  if (unknown.length === 0) return;
  const list = unknown.map(([id, { Type }]) => `  ${Type} (${id})`).join('\n');
  throw new NotSupported(
    `The template has resources that the local cloud does not support:\n${list}\nThe supported types are in src/cloud/resource-kinds.ts.`,
  );
}

function dependenciesOf(resource: TemplateResource, all: ReadonlyMap<string, TemplateResource>): Set<string> {
  const found = referencesIn(resource.Properties);
  for (const id of resource.DependsOn) found.add(id);
  return new Set([...found].filter((id) => all.has(id)));
}

function refuseCycles(dependencies: ReadonlyMap<string, ReadonlySet<string>>): void {
  const done = new Set<string>();
  const visit = (id: string, path: string[]): void => {
    if (done.has(id)) return;
    if (path.includes(id))
      throw new NotSupported(`The template's resources depend on each other: ${[...path, id].join(' → ')}`);
    for (const next of dependencies.get(id) ?? []) visit(next, [...path, id]);
    done.add(id);
  };
  for (const id of dependencies.keys()) visit(id, []);
}

function setRoutes(cloud: Cloud): void {
  for (const [apiId, { host, parts }] of cloud.httpApis) {
    const { stage } = parts;
    if (!stage) throw new NotSupported(`The HTTP API ${apiId} has no stage`);
    host.setRoutes(
      parts.routes.map(({ routeKey, integrationId, authorizerId }) => {
        const integration = parts.integrations.get(integrationId);
        if (!integration) throw new NotSupported(`Route ${routeKey} has no integration`);
        return {
          routeKey,
          ...integration,
          authorizer: authorizerId === undefined ? undefined : parts.authorizers.get(authorizerId),
          throttle: stage.byRoute.get(routeKey) ?? stage.standard,
        };
      }),
    );
  }
}

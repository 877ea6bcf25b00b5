import { expect, it } from 'vitest';
import { synthesized } from './synthesized.ts';

/** What a part of a template refers to: CloudFormation makes it first, also what an update policy names. */
function referencesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(referencesIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'Ref') return [String(value)];
    if (key === 'DependsOn') return [value].flat().map(String);
    if (key === 'Fn::GetAtt') return [String([value].flat()[0]).split('.')[0] ?? ''];
    const named = key === 'Fn::Sub' ? [...JSON.stringify(value).matchAll(/\$\{(\w+)/g)] : [];
    return [...named.map(([, id = '']) => id), ...referencesIn(value)];
  });
}

/** The resources that CloudFormation makes before one, by what each refers to. */
function madeBefore(id: string, references: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const open = [...(references.get(id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next) || !references.has(next)) continue;
    found.add(next);
    open.push(...(references.get(next) ?? []));
  }
  return found;
}

async function orderOf(settings: object) {
  const { resources, ofType } = await synthesized(settings);
  const references = new Map(Object.entries(resources).map(([id, part]) => [id, referencesIn(part)]));
  const idsOf = (type: string) => ofType(type).map(([id]) => id);
  return { idsOf, references, before: (id: string) => madeBefore(id, references) };
}

it.each([false, true])('publishes pages after the API that they call (canary: %s)', async (canary) => {
  const { idsOf, before } = await orderOf({ canary });
  const [pages = ''] = idsOf('Custom::CDKBucketDeployment').filter((id) =>
    /^WebsitePagesCustomResource/.test(id),
  );
  const isLive = before(pages);
  const answering = [
    ...idsOf('AWS::ApiGatewayV2::Route'),
    ...idsOf('AWS::ApiGatewayV2::Stage'),
    // An alias is complete when CodeDeploy has given the new code all the traffic. Workers are not called by pages.
    ...(canary
      ? idsOf('AWS::Lambda::Alias').filter((id) => !/^(Photo|Menu)?WorkerFunction/.test(id))
      : idsOf('AWS::ApiGatewayV2::Integration')),
  ];
  expect(answering.length).toBeGreaterThan(100);
  expect(answering.filter((id) => !isLive.has(id))).toEqual([]);
});

// `Template.fromStack` does not follow update policies; CloudFormation refuses cycles through them.
it('has no cycle through the update policies of a gradual deployment', async () => {
  const { references, before } = await orderOf({ canary: true, region: 'us-east-1' });
  expect([...references.keys()].filter((id) => before(id).has(id))).toEqual([]);
});

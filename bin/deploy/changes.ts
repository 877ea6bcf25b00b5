import { fullDiff, type ResourceDifference, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import * as z from 'zod';

const templateSchema = z.looseObject({ Resources: z.record(z.string(), z.unknown()) });

/** A CloudFormation template. */
export type Template = z.output<typeof templateSchema>;

/**
 * Parses a template.
 * @throws Error if the text is not a template in JSON.
 */
export const parseTemplate = (json: string): Template => templateSchema.parse(JSON.parse(json));

/** Resources that hold customers' data: a replacement begins empty. */
const stores = [
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::Cognito::UserPool',
  'AWS::SecretsManager::Secret',
];

const impacts: Readonly<Record<ResourceImpact, string>> = {
  [ResourceImpact.WILL_CREATE]: 'new',
  [ResourceImpact.WILL_UPDATE]: 'changed',
  [ResourceImpact.WILL_REPLACE]: 'REPLACED',
  [ResourceImpact.MAY_REPLACE]: 'perhaps REPLACED',
  [ResourceImpact.WILL_DESTROY]: 'REMOVED',
  [ResourceImpact.WILL_ORPHAN]: 'REMOVED from the stack, kept in the account',
  [ResourceImpact.WILL_IMPORT]: 'imported',
  [ResourceImpact.NO_CHANGE]: 'moved',
};

/** Kinds of change in the order in which a reviewer reads them. */
const order = ['REMOVED', 'REPLACED', 'perhaps REPLACED', 'changed', 'new'];

/**
 * Describes for a reviewer what a deployment of `next` over `deployed` changes: lost data first, then permissions, then
 * the rest. CloudFormation's own documents say which property replaces a resource.
 * @param deployed `undefined` before the first deployment.
 */
export function describeChanges(deployed: Template | undefined, next: Template): readonly string[] {
  const diff = fullDiff(deployed ?? { Resources: {} }, next);
  const changes: { id: string; type: string; impact: string; change: ResourceDifference }[] = [];
  diff.resources.forEachDifference((id, change) => {
    const impact = impacts[change.changeImpact];
    changes.push({ id, type: change.resourceType ?? '', impact, change });
  });
  if (changes.length === 0 && diff.isEmpty) return ['Nothing changes.'];
  const losses = changes.filter(
    ({ type, impact }) => stores.includes(type) && /REPLACED|REMOVED/.test(impact),
  );
  const others = changes.filter((change) => !losses.includes(change));
  const sentence = ({ id, type, impact, change }: (typeof changes)[number]) => {
    const properties = change.isUpdate
      ? [...Object.keys(change.propertyUpdates), ...Object.keys(change.otherChanges)].sort()
      : [];
    return `${impact} ${type} ${id}${properties.length > 0 ? `: ${properties.join(', ')}` : ''}`;
  };
  if (!deployed)
    return [
      ...section('Permissions', permissionsOf(diff.iamChanges)),
      ...section('New resources', countsOf(changes.map(({ type }) => type))),
    ];
  return [
    ...section(
      'DATA IS LEFT BEHIND: these are replaced by empty ones or removed. Do not deploy this',
      losses.map(sentence),
    ),
    ...section('Permissions', permissionsOf(diff.iamChanges)),
    ...section(
      'Resources',
      others
        .toSorted((a, b) => rank(a.impact) - rank(b.impact) || sentence(a).localeCompare(sentence(b)))
        .map(sentence),
    ),
    ...section(
      'Outputs',
      diff.outputs.logicalIds.map((id) => `changed ${id}`),
    ),
  ];
}

const rank = (impact: string) => order.findIndex((word) => impact.startsWith(word));

function permissionsOf({ statements, managedPolicies }: ReturnType<typeof fullDiff>['iamChanges']): string[] {
  const lines = (sign: string, each: typeof statements.additions) =>
    each.map((statement) => {
      const { principal, effect, action, resource, condition } = statement.render();
      const list = (text: string) => text.split('\n').join(', ');
      const when = condition ? ` if ${condition.replace(/\s+/g, ' ')}` : '';
      const verb = effect === 'Deny' ? 'MAY NOT' : 'may';
      return withoutHashes(`${sign} ${list(principal)} ${verb} ${list(action)} on ${list(resource)}${when}`);
    });
  const policies = (sign: string, each: typeof managedPolicies.additions) =>
    each.map(({ identityArn, managedPolicyArn }) =>
      withoutHashes(`${sign} ${identityArn} has ${managedPolicyArn}`),
    );
  return [
    ...lines('+', statements.additions),
    ...policies('+', managedPolicies.additions),
    ...lines('-', statements.removals),
    ...policies('-', managedPolicies.removals),
  ].sort((a, b) => a.slice(2).localeCompare(b.slice(2)));
}

/** Removes the hashes that the CDK appends to logical ids. */
const withoutHashes = (text: string) =>
  text.replace(/(AWS:)?\$\{(\w+?)[0-9A-F]{8}(\.Arn)?\}/g, (_, _aws, id: string) => id);

function countsOf(types: readonly string[]): string[] {
  return [...new Set(types)].sort().map((type) => `${types.filter((each) => each === type).length} ${type}`);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`), ''];
}

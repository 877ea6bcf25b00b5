import * as z from 'zod';
import { policyDocumentSchema } from '../policy.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

/** AWS::IAM::Role. authorize.ts checks each call of a function against its role. */
export const role = resourceKind({
  schema: z.strictObject({
    RoleName: z.string().optional(),
    AssumeRolePolicyDocument: policyDocumentSchema,
    Description: z.string().optional(),
    Policies: z
      .array(z.strictObject({ PolicyName: z.string(), PolicyDocument: policyDocumentSchema }))
      .default([]),
    ManagedPolicyArns: irrelevant(
      'Managed policies are not evaluated; the basic ones only allow writing logs',
    ).optional(),
    Tags: tags.optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const name = properties.RoleName ?? cloud.physicalName(logicalId);
    const inline = properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    cloud.roleStatements.set(name, new Map([['inline', inline]]));
    const arn = `arn:aws:iam::${cloud.options.accountId}:role/${name}`;
    return { ref: name, attributes: { Arn: arn, RoleId: cloud.generatedId(logicalId, 20).toUpperCase() } };
  },
});

/** AWS::IAM::Policy, added to its roles. */
export const policy = resourceKind({
  schema: z.strictObject({
    PolicyName: z.string(),
    PolicyDocument: policyDocumentSchema,
    Roles: z.array(z.string()),
  }),
  async provision({ PolicyDocument, Roles }, { logicalId, cloud }) {
    for (const name of Roles) {
      const statements = cloud.roleStatements.get(name);
      if (!statements) throw new Error(`There is no role ${name}`);
      statements.set(logicalId, PolicyDocument.Statement);
    }
    return { ref: cloud.physicalName(logicalId), attributes: {} };
  },
});

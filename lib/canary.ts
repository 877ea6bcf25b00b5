import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** Shifts the callers of functions to new code gradually, if the settings ask for it; otherwise at once. */
export class Canary extends Construct {
  private readonly aliases = new Map<string, Alias>();
  private readonly isWanted: boolean;
  /** The role of CodeDeploy; undefined without a gradual deployment. */
  role: Role | undefined;

  constructor(scope: Construct, id: string, isWanted: boolean) {
    super(scope, id);
    this.isWanted = isWanted;
  }

  /** Returns the target for callers of the function: its alias, or the function itself. */
  of(fn: LambdaFunction): IFunction {
    if (!this.isWanted) return fn;
    const alias = fn.addAlias('live');
    this.aliases.set(fn.node.id, alias);
    return alias;
  }

  /** Returns the targets for callers of several functions. */
  ofEach<K extends string>(functions: Readonly<Record<K, LambdaFunction>>): Record<K, IFunction> {
    const targets = Object.entries<LambdaFunction>(functions).map(([name, fn]) => [name, this.of(fn)]);
    return Object.fromEntries(targets);
  }

  /** Rolls new code back when one of the alarms is raised. */
  rollBackOn(alarms: readonly (Alarm | undefined)[]): void {
    if (!this.isWanted) return;
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
    });
    this.role = role;
    for (const [id, alias] of this.aliases)
      new LambdaDeploymentGroup(this, id, {
        application,
        role,
        alias,
        alarms: alarms.filter((alarm) => alarm !== undefined),
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      });
  }
}

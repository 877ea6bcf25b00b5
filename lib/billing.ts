import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** The secret with the key and the ids of the Stripe account. */
export class Billing extends Construct {
  /** Empty at first; bin/setup-stripe.ts writes the settings of shared/stripe-settings.ts. */
  readonly stripeSecret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.stripeSecret = new Secret(this, 'StripeSecret', {
      description: 'Key, webhook secret and ids of the Stripe account, written by npm run tool:setup-stripe',
      // Later deployments do not change a generated value.
      generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'notSetUp' },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}

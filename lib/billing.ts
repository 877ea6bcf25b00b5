import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** What billing keeps beside the table: key and ids of the Stripe account. */
export class Billing extends Construct {
  /** Begins empty; bin/setup-stripe.ts writes what shared/stripe-settings.ts describes. */
  readonly stripeSecret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.stripeSecret = new Secret(this, 'StripeSecret', {
      description: 'Key, webhook secret and ids of the Stripe account, written by npm run tool:setup-stripe',
      // A deployment never touches a value again that was generated before.
      generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'notSetUp' },
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}

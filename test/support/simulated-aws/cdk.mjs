/**
 * In place of `cdk deploy <stack> … --outputs-file <file>`: deploys to the simulated AWS and writes outputs. In place of
 * `cdk synth <stack> … --output <folder>`: writes a template with a bucket.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [verb, stack, ...options] = process.argv.slice(2);
const optionOf = (name) => options[options.indexOf(name) + 1];
if (verb === 'synth') {
  const template = { Resources: { Photos: { Type: 'AWS::S3::Bucket' } } };
  writeFileSync(join(optionOf('--output'), `${stack}.template.json`), JSON.stringify(template));
} else {
  const answer = await fetch(`${process.env.AWS_ENDPOINT_URL}/cdk-deploy?stack=${stack}`);
  if ((await answer.text()) === 'ROLLBACK_COMPLETE') process.exit(1);
  const outputs = {
    SiteUrl: 'https://site.example',
    ApiUrl: 'https://api.example',
    UserPoolId: 'us-east-1_pool',
    UserPoolClientId: 'client',
    StripeSecretArn: 'arn:stripe',
    TableName: 'table',
    MediaBucketName: 'media',
  };
  if (options.includes('--outputs-file'))
    writeFileSync(optionOf('--outputs-file'), JSON.stringify({ [stack]: outputs }));
}

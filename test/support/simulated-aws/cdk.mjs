/**
 * In place of `cdk deploy <stack> … --outputs-file <file>`: deploys to the simulated AWS and writes outputs. In place of
 * `cdk bootstrap <environment>`: bootstraps there. In place of `cdk synth <stacks> --quiet … --output <folder>`: writes a
 * template with a bucket for each. Appends its arguments to the file `cdk.log` of the working folder.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [verb, subject, ...options] = process.argv.slice(2);
appendFileSync('cdk.log', `${process.argv.slice(2).join(' ').trim()}\n`);
const optionOf = (name) => options[options.indexOf(name) + 1];
if (verb === 'synth') {
  const template = JSON.stringify({ Resources: { Photos: { Type: 'AWS::S3::Bucket' } } });
  const names = [subject, ...options.slice(0, options.indexOf('--quiet'))];
  for (const name of names) writeFileSync(join(optionOf('--output'), `${name}.template.json`), template);
} else {
  const answer = await fetch(`${process.env.AWS_ENDPOINT_URL}/cdk-${verb}?subject=${subject}`);
  const { status, outputs } = await answer.json();
  if (status === 'ROLLBACK_COMPLETE') process.exit(1);
  if (options.includes('--outputs-file'))
    writeFileSync(optionOf('--outputs-file'), JSON.stringify({ [subject]: outputs }));
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { smoke } from '#bin/smoke.ts';
import { projectRoot } from '#lib/bundle.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { runCommand } from '#test/support/simulated-aws/project-copy.ts';
import { openData } from './cloud-data.ts';

// R2.4
it('npm run tool:smoke passes on a healthy site and leaves nothing behind', async () => {
  const cloud = sharedCloud();
  const checks = await smoke({
    url: cloud.url,
    mediaBucket: `${cloud.awsUrl}/${cloud.outputs.MediaBucketName}`,
  });
  expect(checks.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  expect(checks.length).toBeGreaterThan(30);
  const left = (await openData(cloud).items()).filter((item) =>
    /smoke-[0-9a-f-]{36}@|Smoke [Tt]est/.test(JSON.stringify(item)),
  );
  expect(left).toEqual([]);
});

it('npm run tool:smoke fails on a site that answers every request with 200', async () => {
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { status, said } = await runCommand(projectRoot, 'smoke', [url, '--api', url], {});
  server.closeAllConnections();
  server.close();
  expect(status).toBe(1);
  for (const name of [
    'page /landing',
    'security headers',
    'content type of .woff2',
    'without a token: 401',
    'a file that is not there',
    'the API answers nothing that did not come through CloudFront',
  ])
    expect(said).toMatch(new RegExp(`^FAILED +${name}`, 'm'));
  expect(said).toMatch(/^skipped +a picture is made/m);
});

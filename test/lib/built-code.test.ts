import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFunctions, projectRoot } from '#lib/bundle.ts';
import { builtSite } from '#lib/site-build.ts';
import { brand } from '#shared/brand.ts';

/** The deployed files: the functions' bundles and the built site. */
const { folders, remove } = await bundleFunctions();
const siteFolder = builtSite();
afterAll(remove);

const isText = (path: string) =>
  ['.js', '.cjs', '.css', '.html', '.json', '.txt', '.xml', '.svg', '.map'].includes(extname(path));

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules') return [];
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

const bundles = Object.values(folders).flatMap(filesIn);
const siteFiles = filesIn(siteFolder);
const deployed = [...bundles, ...siteFiles].filter(isText).map((path) => ({
  name: relative(projectRoot, path),
  text: readFileSync(path, 'utf8'),
}));

const secrets: readonly [string, RegExp][] = [
  ['an access key of AWS', /\b(AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a key of Stripe', /\b(sk|rk)_(live|test)_[0-9A-Za-z]{8,}/],
  ['a webhook secret of Stripe', /\bwhsec_[0-9A-Za-z]{8,}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[\w+/=]{20,}/],
  ['a token', /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\./],
  ['a password of a seeded account', /dish-[0-9a-f]{8}-[0-9a-f]{4}/],
  ['an address of this machine', /\b127\.0\.0\.1:\d{2,5}\b/],
];

describe('the bundles and the built site', () => {
  it('are all there', () => {
    expect(bundles.length).toBeGreaterThanOrEqual(Object.keys(folders).length);
    expect(siteFiles.length).toBeGreaterThan(20);
  });

  it.each(secrets)('hold no %s', (_what, pattern) => {
    // T1.I2, T6.I1, V13.2.3, V13.3.1
    expect(deployed.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it('hold no path of the machine that built them', () => {
    const own = [projectRoot, homedir()].filter((path) => path.length > 3);
    const found = deployed.filter(({ text }) => own.some((path) => text.includes(`${path}/`)));
    // T1.I2
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it('name no mailbox but the one for support and those of forms', () => {
    const allowed = [brand.supportEmail, 'you@example.com'];
    const found = deployed.flatMap(({ name, text }) =>
      [...text.matchAll(/\b[\w.+-]{2,40}@[\w-]{2,40}\.(?:com|org|net|test|example)\b/g)]
        .map(([address]) => address)
        .filter((address) => !allowed.includes(address))
        .map((address) => `${name}: ${address}`),
    );
    // T1.I2
    expect([...new Set(found)]).toEqual([]);
  });

  it('contain no source maps and no other unexpected files', () => {
    const names = [...bundles, ...siteFiles].map((path) => relative(projectRoot, path));
    // T1.I2, T8.E1, V13.4.1, V13.4.2, V15.2.3
    expect(names.filter((name) => /\.map$|\.tsx?$|\.env|\.git\b|package(-lock)?\.json$/.test(name))).toEqual(
      [],
    );
  });

  it('contain nothing of the local cloud, of tests and of seeded accounts', () => {
    const found = deployed.filter(({ text }) =>
      /_local\/(mail|stripe)|vitest|@seed\.|AWS_ENDPOINT_URL_DYNAMODB/.test(text),
    );
    // T8.E1, V13.2.3, V13.4.2, V15.2.3
    expect(found.map(({ name }) => name).filter((name) => !name.includes('functions-'))).toEqual([]);
  });
});

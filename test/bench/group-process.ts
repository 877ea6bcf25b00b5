/** Runs one group of the bench in its own process, because the product's clients read their environment once. */
import { measureRoutes } from './api/measure-routes.ts';
import { measureBundles } from './measure-bundles.ts';
import { measureStart } from './measure-start.ts';
import { measurePhotos } from './photos/measure-photos.ts';
import { measureSigning } from './signing/measure-signing.ts';
import { measurePost } from './site/measure-post.ts';
import { measureSite } from './site/measure-site.ts';
import { format, type Group, type Row } from './table.ts';
import { measureWorker } from './worker/measure-worker.ts';

type Measure = (wanted: (name: string) => boolean) => Promise<readonly Row[]>;

const measures: Readonly<Record<Group, Measure>> = {
  api: measureRoutes,
  bundles: measureBundles,
  photos: measurePhotos,
  signing: measureSigning,
  worker: measureWorker,
  site: measureSite,
  start: measureStart,
  post: measurePost,
};

const [group, ...parts] = process.argv.slice(2) as [Group, ...string[]];
const isWhole = parts.length === 0 || parts.includes(group);
const rows = await measures[group]((name) => isWhole || parts.some((part) => name.startsWith(part)));
if (process.send) process.send(rows, () => process.exit(0));
else console.log(format(rows));

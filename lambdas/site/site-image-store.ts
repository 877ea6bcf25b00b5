/**
 * Images of the public pages.
 *
 * - Which images does the page have?   table, pk SITE#LANDING or SITE#MENU_PACK: one Query, sorted here
 *
 * A page has at most `maxSiteImages`, so that one Query reads it and one transaction can reorder it. The item with
 * sk VERSION changes with every addition, removal and new order, and writes are conditional on it, so that
 * two concurrent changes never assign the same position.
 */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { positiveSchema } from '#shared/domain/numbers.ts';
import { type SiteFile, type SiteImage, type SitePage, siteImageSchema } from './site-image.ts';

const partitions: Readonly<Record<SitePage, string>> = {
  landing: 'SITE#LANDING',
  menuPack: 'SITE#MENU_PACK',
};

const versionKey = 'VERSION';
const versionSchema = z.object({ version: positiveSchema });

interface ReadPage {
  /** By section and position; images with the same position in order of addition. */
  readonly images: readonly SiteImage[];
  readonly version: number;
}

/** All images of the page, including hidden ones, by section and position. */
export async function listImages(page: SitePage): Promise<readonly SiteImage[]> {
  return (await readPage(page)).images;
}

/** The visible images of the page by position; eventually consistent. */
export async function listVisibleImages(page: SitePage): Promise<readonly SiteImage[]> {
  const { images } = await readPage(page, { consistent: false });
  return images.filter(({ isActive }) => isActive).toSorted(byPlace);
}

/**
 * Changes a page in one transaction: `change` receives its images and returns steps and a result, or undefined for no
 * change. It is called again after a concurrent change.
 * @throws AppError `busy` after the last attempt
 */
export async function changePage<T>(
  page: SitePage,
  change: (images: readonly SiteImage[]) => { steps: readonly Step<never>[]; result: T } | undefined,
): Promise<T | undefined> {
  return retryOnConflict(async () => {
    const { images, version } = await readPage(page);
    const wanted = change(images);
    if (!wanted) return undefined;
    const { outcome } = await transact<'stale'>([raiseVersion(page, version), ...wanted.steps]);
    return outcome === 'committed' ? wanted.result : conflict;
  });
}

/** The step that writes an image, new or changed. */
export function putImage(page: SitePage, image: SiteImage): Step<never> {
  return { put: { Item: { ...imageKey(page, image.id), ...image } } };
}

/** The step that removes an image. */
export function removeImage(page: SitePage, id: string): Step<never> {
  return { remove: { Key: imageKey(page, id) } };
}

/** Key of one file in the media bucket; also its path on the site. The width counts for pictures only. */
export function fileKey(file: SiteFile, width?: number): string {
  const name = file.type === 'image' ? `${width ?? file.width}.webp` : `video.${file.extension}`;
  return `media/site/${file.folder}/${name}`;
}

/** All files of these pictures, with the paths to invalidate at the edge. */
export function filesOf(files: readonly (SiteFile | null)[]): { media: string[]; paths: string[] } {
  const media = files
    .filter((file) => file !== null)
    .flatMap((file) =>
      file.type === 'image' ? file.widths.map((width) => fileKey(file, width)) : [fileKey(file)],
    );
  return { media, paths: media.map((key) => `/${key}`) };
}

async function readPage(page: SitePage, { consistent } = { consistent: true }): Promise<ReadPage> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :page',
      ExpressionAttributeValues: { ':page': partitions[page] },
      ConsistentRead: consistent,
    }),
  );
  const version = Items.find(({ sk }) => sk === versionKey);
  return {
    images: Items.filter(({ sk }) => sk !== versionKey)
      .map((item) => siteImageSchema.parse(item))
      .toSorted((a, b) => a.section.localeCompare(b.section) || byPlace(a, b)),
    version: version ? versionSchema.parse(version).version : 0,
  };
}

function byPlace(a: SiteImage, b: SiteImage): number {
  return a.displayOrder - b.displayOrder || a.createdAt.localeCompare(b.createdAt);
}

function raiseVersion(page: SitePage, version: number): Step<'stale'> {
  return {
    put: {
      Item: { pk: partitions[page], sk: versionKey, version: version + 1 },
      ...(version === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#version = :version',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':version': version },
          }),
    },
    refused: 'stale',
  };
}

function imageKey(page: SitePage, id: string): { pk: string; sk: string } {
  return { pk: partitions[page], sk: `IMAGE#${id}` };
}

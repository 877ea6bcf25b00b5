import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { menuPackPlatforms } from '#shared/api/site.ts';
import {
  carouselSamples,
  comparisonSamples,
  heroSamples,
  menuSamples,
  platformGuideSamples,
} from '#shared/site-samples.ts';

const pictures = new Set(readdirSync(join(projectRoot, 'web', 'pages', 'pictures')));

it('names pictures that exist, each once in its section', () => {
  const sections = [
    heroSamples,
    carouselSamples,
    ...[menuSamples, comparisonSamples, platformGuideSamples].map((pairs) =>
      pairs.flatMap(({ name }) => [{ name: `${name}-before` }, { name: `${name}-after` }]),
    ),
  ];
  for (const section of sections) {
    const files = section.map(({ name }) => `${name}-720.webp`);
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => !pictures.has(file))).toEqual([]);
  }
});

it('fills the six places of the hero, and has a pair for each platform', () => {
  expect(heroSamples).toHaveLength(6);
  expect(platformGuideSamples).toHaveLength(menuPackPlatforms.length);
});

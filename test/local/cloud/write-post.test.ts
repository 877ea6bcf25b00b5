import type { PictureFacts } from 'bedrock-stand-in/converse';
import { describe, expect, it } from 'vitest';
import { writePost } from '#local/cloud/write-post.ts';
import { postProblems, tidyPost } from '#shared/domain/post-filter.ts';
import { postLanguages, postNetworks, postTones } from '#shared/domain/post-text.ts';
import { sampleMenuItems } from '#shared/domain/samples.ts';

const facts: PictureFacts = {
  width: 1,
  height: 1,
  brightness: 1,
  appetising: 1,
  chroma: 0.3,
  unrestAtEdges: 0,
  see: () => Promise.reject(new Error('A post is written from words')),
};

type Post = Parameters<typeof tidyPost>[0];

async function answer(
  language: { readonly id: string; readonly inEnglish: string },
  tone: string,
  dish: string,
) {
  const lines = [
    `Dish: ${dish}`,
    'Restaurant: Osteria Lume',
    `Language: ${language.inEnglish} (${language.id})`,
    `Tone: ${tone}: as it should sound`,
    'Number of hashtags: 5',
  ];
  return (await writePost('write_post', facts, lines.join('\n'))) as unknown as Post;
}

describe('the post of the text model’s stand-in', () => {
  it.each(
    postLanguages,
  )('says nothing that a model must not say, on any network, in $inEnglish', async (language) => {
    for (const tone of postTones)
      for (const { id: network } of postNetworks)
        for (const { name } of sampleMenuItems) {
          const post = tidyPost(await answer(language, tone, name), { tone, network, language: language.id });
          const known = `${name}\nOsteria Lume`;
          expect({ post, problems: postProblems(post, { known, seen: '' }) }).toMatchObject({ problems: [] });
          expect(post.caption).toContain(name);
        }
  });

  it('is in five languages, and says so where it is English instead', async () => {
    const [, german, , , , portuguese] = postLanguages;
    expect((await answer(german, 'friendly', 'Curry')).caption).toMatch(/^Heute bei uns/);
    expect((await answer(portuguese, 'playful', 'Curry')).caption).toMatch(
      /Look at this Curry[\s\S]*sample is in English: there is none in Portuguese/,
    );
    expect(await writePost('describe_photo', facts, '')).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { postBody } from '#shared/domain/post-body.ts';
import { maxEmoji, postProblems, tidyPost } from '#shared/domain/post-filter.ts';
import { lengthOn, networkOf, postNetworks, postTextSchema } from '#shared/domain/post-text.ts';

const fine = { caption: 'Come by.', hashtags: ['dinner'], altText: 'A dish.', description: 'A dish.' };
const unknown = { known: '', seen: '' };
const kinds = (caption: string, words: Partial<typeof unknown> = {}) =>
  postProblems({ ...fine, caption }, { ...unknown, ...words }).map(({ kind }) => kind);

describe('what a model must not say', () => {
  it.each([
    ['health and diets', 'Healthy and light'],
    ['health and diets', 'Unser veganer Klassiker'],
    ['health and diets', '100 % glutenfrei'],
    ['health and diets', 'Sin gluten y lleno de sabor'],
    ['health and diets', 'Une recette végétarienne'],
    ['health and diets', 'Ricco di proteine'],
    ['health and diets', 'Bez glutenu'],
    ['health and diets', 'グルテンフリーです'],
    ['health and diets', '无麸质'],
    ['health and diets', 'طبق خال من الغلوتين'],
    ['health and diets', 'Only 400 kcal'],
    ['health and diets', 'Pure detox'],
    ['what nobody can see', 'Our award-winning dish'],
    ['what nobody can see', 'Hausgemacht wie immer'],
    ['what nobody can see', 'Locally sourced'],
    ['prices', 'Today for €9.50'],
    ['prices', 'Now 20 % off'],
    ['prices', 'Gratis dazu'],
  ])('are claims about %s: %s', (_what, caption) => {
    expect(kinds(caption)).toContain('claim');
  });

  it('may repeat what the customer says, in any language', () => {
    expect(kinds('Unser veganer Burger', { known: 'Vegan burger' })).toEqual([]);
    expect(kinds('Casero y con cariño', { known: 'Everything is homemade' })).toEqual([]);
    expect(kinds('Kommt für 9,50 € vorbei', { known: 'Mittags 9,50 €' })).toEqual([]);
    // What the model saw is no claim of the customer's.
    expect(kinds('A vegan burger', { seen: 'a vegan burger' })).toContain('claim');
  });

  it.each([
    ['With truffle and parmesan', ''],
    ['Mit Ziegenkäse überbacken', ''],
    ['Con aguacate', ''],
    ['Avec des œufs frais', ''],
    ['Con gamberi', ''],
    ['サーモン添え', ''],
    ['配三文鱼', ''],
    ['مع الجبن', ''],
    ['With a glass of wine', ''],
  ])('is food that nobody knows to be in the dish: %s', (caption) => {
    expect(kinds(caption)).toContain('ingredient');
  });

  it('may name food of the dish’s name and of the picture, in any language', () => {
    expect(kinds('Mit Tomate und Käse', { known: 'Pizza with mozzarella', seen: 'tomato sauce' })).toEqual(
      [],
    );
    expect(kinds('Genuss in der Mittagspause, ohne Eile')).toEqual([]);
    expect(kinds('Served on a warm evening, with a smile')).toEqual([]);
  });

  it('is another company, unless the customer names it', () => {
    for (const caption of ['As at McDonald’s', 'A Coca-Cola with it', 'Order on Uber Eats', 'Mit Nutella'])
      expect(kinds(caption)).toContain('brand');
    expect(kinds('Mit Nutella', { known: 'Crêpe mit Nutella' })).toEqual([]);
    expect(kinds('A sprightly colander')).toEqual([]);
  });

  it('is an address, a number, a rude or loud word, or no text at all', () => {
    for (const caption of [
      'See www.example.com',
      'osteria-lume.it has it',
      'Follow @osteria',
      'Call 030 1234567',
    ])
      expect(kinds(caption)).toContain('contact');
    for (const caption of ['Best shit ever', 'So good!!', 'COME AND GET IT WHILE IT IS HOT', '#foodporn'])
      expect(kinds(caption)).toContain('tone');
    for (const caption of ['[Name of the restaurant] says hello', 'As an AI, I cannot', ' '])
      expect(kinds(caption)).toContain('answer');
    expect(postProblems({ ...fine, hashtags: ['GlutenFreeFood'] }, unknown)).toMatchObject([
      { kind: 'claim' },
    ]);
    expect(postProblems({ ...fine, altText: '' }, unknown)).toMatchObject([{ kind: 'answer' }]);
  });

  it('is found whatever signs stand between its words', () => {
    expect(kinds('Low-fat')).toEqual(['claim']);
    expect(kinds('Low – fat')).toEqual(['claim']);
  });

  it.each([
    ['one exclamation mark', 'So good!', []],
    ['two of them', 'So good!!', ['tone']],
    ['twenty letters in capitals', 'O'.repeat(20), []],
    ['twenty-one letters in capitals', 'O'.repeat(21), ['tone']],
    ['capitals in three of five letters', 'OOOoo'.repeat(5), []],
    ['capitals in more than that', `OOOOo${'OOOoo'.repeat(4)}`, ['tone']],
    ['no letters', '😋', []],
  ])('is loud or not with %s', (_name, caption, expected) => {
    expect(kinds(caption)).toEqual(expected);
  });

  it('is never what only the customer’s own words say', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), (words) => {
        const caption = words.join(' ');
        const found = postProblems({ ...fine, caption }, { known: caption, seen: '' });
        expect(found.filter(({ kind }) => kind === 'brand' || kind === 'ingredient')).toEqual([]);
      }),
    );
  });
});

describe('a model’s answer', () => {
  const wish = { tone: 'playful', network: 'x', language: 'en' } as const;

  it('loses hashtags in its caption, emoji beyond three, and what is too long', () => {
    const post = tidyPost(
      {
        caption: 'Look 😋😋😋😋👩🏽‍🍳\n\n\n\nat this #burger',
        hashtags: ['#Burger', 'two words', 'burger'],
        altText: 'A burger 🍔 on a plate',
        description: `A ${'very '.repeat(100)}good burger`,
      },
      wish,
    );
    expect(post).toMatchObject({
      caption: 'Look 😋😋😋\n\nat this',
      hashtags: ['Burger', 'two'],
      altText: 'A burger on a plate',
    });
    expect(post.description.length).toBeLessThanOrEqual(300);
    expect(post.description).toMatch(/very$/);
  });

  const plainAnswer = { caption: 'Come by.', hashtags: [], altText: 'A dish.', description: 'A dish.' };

  it.each([
    ['at the start of a line', 'Look\n#burger there', /^Look\n ?there$/],
    ['at the start of the caption', '#burger Look', /^Look$/],
    ['at the end of a line', 'Look #burger\nthere', /^Look\nthere$/],
    ['in the middle, and no word after it', 'Try #burger_2 and fries', /^Try +and fries$/],
    ['and empty lines around it', '\n\nLook\n\n#burger\n', /^Look$/],
  ])('loses a hashtag %s', (_name, caption, expected) => {
    expect(tidyPost({ ...plainAnswer, caption }, wish).caption).toMatch(expected);
  });

  it('has no space where an emoji stood first or last', () => {
    const { altText } = tidyPost({ ...plainAnswer, altText: '🍔 A burger 🍔' }, wish);
    expect(altText).toBe('A burger');
  });

  describe('for Instagram', () => {
    const tidied = (caption: string, hashtags: string[]) => {
      const post = tidyPost({ ...plainAnswer, caption, hashtags }, { ...wish, network: 'instagram' });
      return { letters: post.caption.length, hashtags: post.hashtags };
    };

    it('loses as few of its last hashtags as it can', () => {
      const hashtags = ['rib', 'dip', 'pie', 'jam'];
      expect(tidied('o'.repeat(2185), hashtags)).toEqual({ letters: 2185, hashtags: ['rib', 'dip'] });
    });

    it('ends a caption that is too long by itself at a word, and keeps the hashtags that fit then', () => {
      const caption = `${'o'.repeat(2180)} ${'o'.repeat(100)}`;
      expect(tidied(caption, ['rib', 'dip'])).toEqual({ letters: 2180, hashtags: ['rib', 'dip'] });
    });
  });

  describe('for X', () => {
    const tidied = (letters: number, hashtags: string[]) => {
      const post = tidyPost({ ...plainAnswer, caption: 'o'.repeat(letters), hashtags }, wish);
      return { letters: post.caption.length, hashtags: post.hashtags };
    };

    it('keeps caption and hashtags of 280 characters', () => {
      expect(tidied(263, ['burgers', 'fries'])).toEqual({ letters: 263, hashtags: ['burgers', 'fries'] });
      expect(tidied(270, ['burgers'])).toEqual({ letters: 270, hashtags: ['burgers'] });
      expect(tidied(280, [])).toEqual({ letters: 280, hashtags: [] });
    });

    it('loses its last hashtag before its caption loses a letter', () => {
      expect(tidied(264, ['burgers', 'fries'])).toEqual({ letters: 264, hashtags: ['burgers'] });
    });

    it('keeps one hashtag, and of the caption what fits besides', () => {
      expect(tidied(271, ['burgers', 'fries'])).toEqual({ letters: 270, hashtags: ['burgers'] });
      expect(tidied(280, ['burgers'])).toEqual({ letters: 270, hashtags: ['burgers'] });
    });

    it('ends a caption in a script that counts double after 140 characters', () => {
      expect(tidyPost({ ...plainAnswer, caption: '寿'.repeat(200) }, wish).caption).toBe('寿'.repeat(140));
    });

    it('ends a caption of letters that count as three', () => {
      const shin = '\uFB2C';
      const post = tidyPost({ ...plainAnswer, caption: shin.repeat(280), hashtags: ['burgers'] }, wish);
      expect(post.caption.length).toBeGreaterThan(0);
      expect(lengthOn('x', postBody(post))).toBeLessThanOrEqual(280);
    });
  });

  it('always fits its network and the schema', () => {
    const some = fc.string({ unit: 'grapheme', maxLength: 6000 });
    fc.assert(
      fc.property(
        some,
        fc.array(some, { maxLength: 12 }),
        some,
        fc.constantFrom(...postNetworks.map(({ id }) => id)),
        (caption, hashtags, altText, network) => {
          const post = tidyPost({ caption, hashtags, altText, description: altText }, { ...wish, network });
          expect(postTextSchema.safeParse(post).success).toBe(true);
          expect(lengthOn(network, postBody(post))).toBeLessThanOrEqual(networkOf(network).maxLength);
          expect(post.hashtags.length).toBeLessThanOrEqual(networkOf(network).maxHashtags);
          expect(post.caption.match(/\p{Emoji_Presentation}/gu)?.length ?? 0).toBeLessThanOrEqual(
            maxEmoji * 4,
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

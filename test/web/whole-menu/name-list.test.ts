import { describe, expect, it } from 'vitest';
import { decodeText, matchNames, readNames } from '#web/whole-menu/name-list.ts';

const namesOf = (text: string) => readNames(text).lines.map(({ name }) => name);
const rows = ['img_1.jpg', 'IMG_2.JPG', 'img_3.png'].map((fileName, index) => ({
  key: `${index}`,
  fileName,
}));

describe('a list of names', () => {
  it('has a name a line', () => {
    expect(namesOf('Tomato soup\n\nGreen salad\r\n')).toEqual(['Tomato soup', 'Green salad']);
  });

  it.for([
    ['commas', 'dish,price\nSoup,4\nSalad,5'],
    ['semicolons', '\uFEFFPrice;Name\n4;Soup\n5;Salad'],
    ['tabs', 'Item\tPrice\nSoup\t4\nSalad\t5'],
    ['no header', 'Soup;4\nSalad;5'],
  ])('may be a table: %s', ([, text]) => {
    expect(namesOf(text ?? '')).toEqual(['Soup', 'Salad']);
  });

  it.for([
    ['Fish, chips and peas\nTomato soup\nBurger', ['Fish, chips and peas', 'Tomato soup', 'Burger']],
    ['Fish, chips and peas\nMussels, white wine', ['Fish, chips and peas', 'Mussels, white wine']],
    ['Soup, 4\nSalad, 5', ['Soup', 'Salad']],
  ] as const)('is cut at commas only where every line has as many: %s', ([text, names]) => {
    expect(namesOf(text)).toEqual(names);
  });

  it('keeps separators, quotes and line breaks within quotes', () => {
    expect(namesOf('name,price\n"Fish, chips and ""peas""\nfor two",12')).toEqual([
      'Fish, chips and "peas" for two',
    ]);
  });

  it('cuts long names, and never in the middle of an emoji', () => {
    const [long = '', emoji = ''] = namesOf(`${'a'.repeat(300)}\n${'👩‍🍳'.repeat(60)}`);
    expect(long).toBe('a'.repeat(100));
    expect(emoji).toBe('👩‍🍳'.repeat(20));
  });
});

describe('a file of names', () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;

  it.for([
    ['UTF-8', new TextEncoder().encode('Crème').buffer],
    ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x43, 0x72, 0xc3, 0xa8, 0x6d, 0x65)],
    ['Windows-1252, as Excel saves', bytes(0x43, 0x72, 0xe8, 0x6d, 0x65)],
    ['UTF-16LE', bytes(0xff, 0xfe, 0x43, 0, 0x72, 0, 0xe8, 0, 0x6d, 0, 0x65, 0)],
    ['UTF-16BE', bytes(0xfe, 0xff, 0, 0x43, 0, 0x72, 0, 0xe8, 0, 0x6d, 0, 0x65)],
  ] as const)('is read in %s', ([, file]) => {
    expect(decodeText(file)).toBe('Crème');
  });
});

describe('names and photos', () => {
  it('are matched by file name, whatever its case, extension and order', () => {
    const { names, unused } = matchNames(
      readNames('file;dish\nmenu/IMG_3.jpg;Cake\nimg_1.jpg;Soup\nother.jpg;Tea'),
      rows,
    );
    expect([...names]).toEqual([
      ['0', 'Soup'],
      ['2', 'Cake'],
    ]);
    expect(unused).toBe(1);
  });

  it('are matched by a column of file names without a header', () => {
    expect([...matchNames(readNames('img_2.jpg,Salad\nimg_1.jpg,Soup'), rows).names]).toEqual([
      ['0', 'Soup'],
      ['1', 'Salad'],
    ]);
  });

  it('are otherwise matched in order', () => {
    const fewer = matchNames(readNames('Soup\nSalad'), rows);
    expect([[...fewer.names.values()], fewer.unused]).toEqual([['Soup', 'Salad'], 0]);
    expect(matchNames(readNames('A\nB\nC\nD'), rows).unused).toBe(1);
  });

  it('keep their order around a row of a table without a name', () => {
    const { names, unused } = matchNames(readNames('name,price\nSoup,4\n,5\nSalad,6\n,7'), rows);
    expect([...names]).toEqual([
      ['0', 'Soup'],
      ['2', 'Salad'],
    ]);
    expect(unused).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileNames } from '#lambdas/tasks/file-names.ts';

describe('names of files in a ZIP', () => {
  it('are those of the dishes, and numbered where two dishes have the same', () => {
    const names = new FileNames();
    expect(names.take('Uber Eats Cover/Hero', 'Käsespätzle', 'jpg')).toBe(
      'Uber Eats Cover Hero/Käsespätzle.jpg',
    );
    expect(names.take('Uber Eats Cover/Hero', 'KÄSESPÄTZLE', 'jpg')).toBe(
      'Uber Eats Cover Hero/KÄSESPÄTZLE 2.jpg',
    );
    expect(names.take('', 'Contents', 'csv')).toBe('Contents.csv');
  });

  it.each([
    ['../../etc/passwd', 'etc passwd'],
    ['..', 'Picture'],
    ['CON', 'CON_'],
    ['a\u0000b\u202Ec', 'a b c'],
    ['Soup. ', 'Soup'],
    ['🍔'.repeat(300), '🍔'.repeat(60)],
  ])('are safe: %j', (title, name) => {
    expect(new FileNames().take('', title, 'jpg')).toBe(`${name}.jpg`);
  });

  it('keep what is said after a title, however long that is', () => {
    const names = new FileNames();
    const photo = (title: string) => names.take('', title, 'jpg', ' original photo');
    expect(photo('Soup')).toBe('Soup original photo.jpg');
    expect(photo('')).toBe('Picture original photo.jpg');
    const long = `${'a'.repeat(44)} ${'b'.repeat(55)}`;
    expect(photo(long)).toBe(`${'a'.repeat(44)} original photo.jpg`);
    expect(photo(long)).toBe(`${'a'.repeat(44)} original photo 2.jpg`);
    expect(photo('🍔'.repeat(300))).toBe(`${'🍔'.repeat(45)} original photo.jpg`);
    expect(names.take('', long, 'jpg')).toBe(`${'a'.repeat(44)} ${'b'.repeat(15)}.jpg`);
  });

  it('never leave their folder, never repeat and always fit', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (titles) => {
        const names = new FileNames();
        const taken = titles.map((title) => names.take('Folder', title, 'jpg'));
        expect(new Set(taken.map((name) => name.toLowerCase())).size).toBe(titles.length);
        for (const name of taken) {
          expect(name).toMatch(/^Folder\/[^/\\]+\.jpg$/);
          expect(name.split('/')).not.toContain('..');
          expect(Buffer.byteLength(name)).toBeLessThan(255 + 'Folder/'.length);
        }
      }),
    );
  });
});

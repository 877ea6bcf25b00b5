import { describe, expect, it } from 'vitest';
import { parseForm } from '#src/form-body.ts';

describe('form bodies', () => {
  it('are parsed as the SDK and people write them', () => {
    expect(
      parseForm(
        'items[0][price]=p&items[0][quantity]=2&items[1][price]=q&expand[]=a&expand[]=b.c&metadata[a b]=%26',
      ),
    ).toEqual({
      items: [{ price: 'p', quantity: '2' }, { price: 'q' }],
      expand: ['a', 'b.c'],
      metadata: { 'a b': '&' },
    });
    expect(() => parseForm('a=1&a[b]=2')).toThrow('Invalid parameter');
    expect(() => parseForm(`a${'[b]'.repeat(40)}=1`)).toThrow('nested too deeply');
  });

  it('cannot reach the prototype', () => {
    parseForm('__proto__[polluted]=1&a[__proto__][polluted]=1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

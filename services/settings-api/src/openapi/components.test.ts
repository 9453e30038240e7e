import { Type } from '@bunting/definitions/type';
import { describe, expect, it } from '@jest/globals';
import { nullable } from '@bunting/definitions';
import { createComponents } from './components.ts';

const link = Type.Object({ title: Type.String(), url: Type.String() }, { title: 'Link' });

describe('components', () => {
  it('have each schema with a title once, with its properties, even one that is named title', () => {
    const components = createComponents();
    const of = { $ref: '#/components/schemas/Link' };
    expect(components.schema(Type.Array(link))).toEqual({ type: 'array', items: of });
    expect(components.schema(Type.Optional(link))).toEqual(of);
    expect(components.all().schemas).toEqual({
      Link: {
        type: 'object',
        required: ['title', 'url'],
        properties: { title: { type: 'string' }, url: { type: 'string' } },
      },
    });
  });

  it('refer to a schema that may be null, or has a description where it stands', () => {
    const components = createComponents();
    const of = { $ref: '#/components/schemas/Link' };
    expect(components.schema(link)).toEqual(of);
    expect(components.schema(nullable(link))).toEqual({ anyOf: [of, { type: 'null' }] });
    expect(components.schema({ ...link, description: 'the first one' })).toEqual({
      ...of,
      description: 'the first one',
    });
  });

  it('refuse a name that stands for two', () => {
    const components = createComponents();
    components.schema(link);
    expect(() => components.schema({ ...link, required: [] })).toThrow(
      'Two different schemas have the name Link.',
    );
  });
});

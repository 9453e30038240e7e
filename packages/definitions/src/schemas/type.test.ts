import { expect, it } from '@jest/globals';
import { Type as typebox } from 'typebox';
import { Type } from './type.ts';

type Builder = typeof Type;

const objectOf = (type: Builder) =>
  type.Object(
    { a: type.Optional(type.String({ minLength: 1 })), b: type.Integer({ minimum: 1 }), c: type.Null() },
    { additionalProperties: false, description: 'three' },
  );

const rows: readonly [string, (type: Builder) => object][] = [
  ['Array', (type) => type.Array(type.Boolean(), { maxItems: 3 })],
  ['Boolean', (type) => type.Boolean({ description: 'whether' })],
  ['Integer', (type) => type.Integer({ minimum: 1 })],
  ['Intersect', (type) => type.Intersect([objectOf(type), objectOf(type)], { description: 'both' })],
  ['Literal of a text', (type) => type.Literal('yes')],
  ['Literal of a boolean', (type) => type.Literal(false, { description: 'no' })],
  ['Null', (type) => type.Null()],
  ['Number', (type) => type.Number({ maximum: 100 })],
  ['Object', objectOf],
  ['Object of what may be left out', (type) => type.Object({ a: type.Optional(objectOf(type)) })],
  ['Object of nothing', (type) => type.Object({})],
  ['Optional', (type) => type.Optional(type.Array(type.String()))],
  ['Pick', (type) => type.Pick(objectOf(type), ['c', 'a'])],
  ['String', (type) => type.String({ pattern: '^x$', type: 'text' })],
  ['Union', (type) => type.Union([type.String(), type.Null()], { default: null })],
  ['Unknown', (type) => type.Unknown({ description: 'anything' })],
  ['Unsafe', (type) => type.Object({ a: type.Unsafe(type.Optional(type.String())), b: type.Unsafe({}) })],
];

it.each(rows)('%s builds the same schema as typebox, member after member', (_name, build) => {
  expect(JSON.stringify(build(Type))).toBe(JSON.stringify(build(typebox)));
});

it.each([true, false])('IsOptional says the same: %s', (isOptional) => {
  for (const type of [Type, typebox]) {
    const schema = isOptional ? type.Optional(type.String()) : type.String();
    expect([type.IsOptional(schema), type.IsOptional({ ...schema })]).toEqual([isOptional, false]);
  }
});

it('Optional leaves the schema that it gets as it is', () => {
  const schema = Type.String();
  Type.Optional(schema);
  expect(Type.IsOptional(schema)).toBe(false);
});

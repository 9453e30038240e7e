import { Type } from '@bunting/definitions/type';
import type { TSchema } from 'typebox';

export function nullable(schema: TSchema): TSchema {
  return Type.Union([schema, Type.Null()]);
}

import { reasons } from '@bunting/evaluator';
import { Type } from '@bunting/definitions/type';
import { nullable, stringEnum } from '../framework/schemas.ts';

/** Shared parts of the evaluation interface's endpoints. */

export const keyParameter = {
  name: 'key',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'the slug of the variable, case-insensitive',
};
export const queryParameter = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  schema: { type: 'string' },
  description,
});

/** Contract §2.2. Members of a wrong type are treated as missing, so that only the object itself is required. */
const userSchema = Type.Object(
  {
    id: Type.Optional(
      Type.Unknown({ description: 'a string, or a number, which is read as its decimal string' }),
    ),
    email: Type.Optional(Type.Unknown({ description: 'a string' })),
    organisation_id: Type.Optional(Type.Unknown({ description: 'a string' })),
    ip: Type.Optional(Type.Unknown({ description: 'a string: IPv4 or IPv6' })),
    app_version: Type.Optional(Type.Unknown({ description: 'a string: a version' })),
    platform: Type.Optional(Type.Unknown({ description: 'a string' })),
    country: Type.Optional(Type.Unknown({ description: 'a string' })),
    audiences: Type.Optional(Type.Unknown({ description: 'a list of strings' })),
    custom_data: Type.Optional(Type.Unknown({ description: 'an object, for `custom_key` of conditions' })),
  },
  { title: 'User', description: 'absent, null or empty = anonymous' },
);

export const user = Type.Optional(nullable(userSchema));

export const userSignature = Type.Optional(
  nullable(
    Type.String({
      description:
        'for client keys if the environment requires signed users: HMAC-SHA256 of the id, or of the lower-cased email address if there is no id, in lower-case hexadecimal digits',
    }),
  ),
);

/** Contract §2.3. */
export const resultSchema = Type.Object(
  {
    key: Type.String(),
    value: Type.Unknown({ description: 'a boolean, number, string, object or list; null = no value' }),
    variation: nullable(Type.String()),
    reason: stringEnum(reasons),
    feature: nullable(Type.String()),
    evaluation_trace: Type.Optional(Type.String({ maxLength: 200, description: 'opaque; goes into events' })),
  },
  { title: 'VariableResult', additionalProperties: false },
);

import { Type } from '@bunting/definitions/type';
import type { TSchema } from 'typebox';
import type { Components } from './components.ts';

const resourceSchema = Type.Object(
  {
    kind: Type.String({ description: '`feature`, `segment`, `webhook endpoint`, …' }),
    slug: Type.String({ description: 'its slug or id, or the address of an account' }),
    project: Type.Optional(Type.String({ description: 'absent = the project of the path' })),
    environment: Type.Optional(Type.String({ description: 'the environment that uses it' })),
  },
  { title: 'Resource' },
);

export const errorSchema = Type.Object(
  {
    error: Type.String({ description: 'a sentence for people' }),
    code: Type.Optional(Type.String({ description: 'for programs' })),
    resource: Type.Optional(resourceSchema),
    by: Type.Optional(Type.String({ description: 'with 412: who changed it last' })),
    others: Type.Optional(
      Type.Array(Type.String(), { description: 'with 412: who else made some of these changes' }),
    ),
    names: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'with 412: the names of those authors who have accounts, by email address',
      }),
    ),
    at: Type.Optional(Type.String({ description: 'with 412: when' })),
    change_id: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'with 412: the id of that change' }),
    ),
    change_count: Type.Optional(
      Type.Integer({ description: 'with 412: the number of changes; absent = more than are listed' }),
    ),
    changes: Type.Optional(
      Type.Array(Type.Object({ subject: Type.String(), text: Type.String(), what: Type.String() }), {
        description: 'with 412: the changes since the ETag that you sent, as far as they are known',
      }),
    ),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'a JSON path; empty = the whole document' }),
          message: Type.String(),
          code: Type.String({ description: 'for programs: `required`, `limit`, `in_use`, …' }),
          resource: Type.Optional(resourceSchema),
        }),
        { description: 'every problem and its path' },
      ),
    ),
  },
  { title: 'Error' },
);

export const etagHeader = { schema: { type: 'string' } };

const retryAfter = {
  'Retry-After': {
    description: 'the number of seconds to wait before the next attempt',
    schema: { type: 'integer' },
  },
};

const refusals: Readonly<Record<number, { readonly name: string; readonly headers?: object }>> = {
  400: { name: 'BadRequest' },
  401: { name: 'Unauthorized' },
  402: { name: 'PaymentRequired' },
  403: { name: 'Forbidden' },
  404: { name: 'NotFound' },
  409: { name: 'Conflict' },
  412: {
    name: 'PreconditionFailed',
    headers: { ETag: { description: 'the ETag of the current state', ...etagHeader } },
  },
  413: { name: 'ContentTooLarge' },
  429: { name: 'TooManyRequests', headers: retryAfter },
  503: { name: 'ServiceUnavailable', headers: retryAfter },
};

interface Refusal {
  readonly status: number;
  readonly description: string;
  /** Goes before the name: of an interface whose refusals are others. */
  readonly of?: string;
  readonly schema?: TSchema;
}

/** Returns a reference to a refusal, which the document has once for all operations. */
export function sharedRefusal(
  { status, description, of = '', schema = errorSchema }: Refusal,
  components: Components,
): object {
  const { name, headers } = refusals[status]!;
  return components.reference('responses', `${of}${name}`, {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: components.schema(schema) } },
  });
}

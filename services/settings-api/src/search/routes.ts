import { nullable } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { querySchema } from '../framework/http/query.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { kinds, searchOrganisation } from './queries.ts';

export const searchRoutes = [
  readRoute({
    path: '/organisations/{org}/search',
    summary: 'Search an organisation',
    description:
      'Finds features, segments, environments and projects by slug and name, variables by slug, members by address and name, webhook endpoints by description and by the part of their URL that viewers see, changes by their id or the id of an audit record, and deliveries by their id.',
    query: querySchema({
      text: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'a part of a slug or name, case-insensitive',
      }),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'the number of results' }),
    }),
    answer: Type.Object({
      items: Type.Array(
        Type.Object(
          {
            kind: stringEnum(kinds),
            project: nullable(Type.String()),
            feature: nullable(Type.String({ description: 'for a variable: its feature' })),
            endpoint: nullable(
              Type.String({ description: 'for a delivery: the id of its webhook endpoint' }),
            ),
            slug: Type.String({
              description:
                'for a member: the email address; for a webhook endpoint, a change or a delivery: the id',
            }),
            name: Type.String({ description: 'for a variable: the name of its feature' }),
            rank: Type.Integer({
              description:
                '5 = equals the slug; 4 = the slug begins with it; 3 = the name begins with it; 2 = a word begins with it; 1 = anywhere',
            }),
          },
          { title: 'SearchResult' },
        ),
        { description: 'highest rank first' },
      ),
    }),
    handle: async ({ organisation, query }, { pool }) => ({
      body: { items: [...(await searchOrganisation(pool, organisation, query))] },
    }),
  }),
];

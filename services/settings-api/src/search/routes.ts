import { nullable } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { querySchema } from '../framework/http/query.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { kinds, searchOrganisation } from './queries.ts';

export const searchRoutes = [
  readRoute({
    path: '/organisations/{org}/search',
    summary: 'Find what an organisation has by a part of its name',
    description:
      'Features, segments, environments and projects by slug and name, variables by slug, members by address and name, webhook endpoints by what viewers see of their address and by description; a change by its id or that of one of its audit records, and a delivery by its id.',
    query: querySchema({
      text: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'a part of a slug or name, in any case',
      }),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'how many are answered' }),
    }),
    answer: Type.Object({
      items: Type.Array(
        Type.Object(
          {
            kind: stringEnum(kinds),
            project: nullable(Type.String()),
            feature: nullable(Type.String({ description: 'of a variable' })),
            endpoint: nullable(Type.String({ description: 'of a delivery: the id of its webhook endpoint' })),
            slug: Type.String({
              description: 'of a member their address; of a webhook endpoint, a change, a delivery its id',
            }),
            name: Type.String({ description: 'of a variable that of its feature' }),
            rank: Type.Integer({
              description:
                '5 = the slug itself; 4 = it begins so; 3 = the name begins so; 2 = a word in them does; 1 = it is inside',
            }),
          },
          { title: 'SearchResult' },
        ),
        { description: 'the highest rank first' },
      ),
    }),
    handle: async ({ organisation, query }, { pool }) => ({
      body: { items: [...(await searchOrganisation(pool, organisation, query))] },
    }),
  }),
];

import { Type } from '@bunting/definitions/type';

/** The members of a project in lists of projects and of organisations. */
export const projectContentProperties = {
  feature_count: Type.Integer({ description: 'including archived ones' }),
  environments: Type.Array(
    Type.Object(
      { slug: Type.String(), name: Type.String(), protected: Type.Boolean() },
      { title: 'ListedEnvironment' },
    ),
  ),
};

import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { visibleStatuses } from '../features/representation.ts';
import { nullable, stringEnum, timeSchema } from '../framework/schemas.ts';
import { fileUrl, providers } from '../repositories/links.ts';
import {
  states,
  type ProjectReferenceKey,
  type ProjectReferenceRow,
  type ReferenceKey,
  type ReferenceRow,
  type UnreferencedRow,
} from './queries.ts';

const referenceProperties = {
  variable: Type.String(),
  provider: stringEnum(providers),
  repository: Type.String(),
  file: Type.String(),
  line_number: nullable(Type.Integer()),
  snippet: nullable(Type.String({ description: 'the line of code' })),
  state: stringEnum(states),
  first_seen_at: timeSchema,
  last_seen_at: timeSchema,
  commit_sha: nullable(Type.String({ description: 'the commit of the last snapshot that contained it' })),
  url: nullable(
    Type.String({ description: 'the file and line at that commit; null = the snapshot has no commit' }),
  ),
};

export const referenceSchema = Type.Object(referenceProperties, { title: 'CodeReference' });

export const projectReferenceSchema = Type.Object(
  {
    ...referenceProperties,
    feature: nullable(
      Type.String({ description: 'the feature of the variable; null = no variable has this key' }),
    ),
  },
  { title: 'ProjectCodeReference' },
);

export function toReference(row: ReferenceRow): Static<typeof referenceSchema> {
  return {
    variable: row.key,
    provider: row.provider,
    repository: row.repository,
    file: row.file,
    line_number: row.lineNumber,
    snippet: row.snippet,
    state: row.state,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    commit_sha: row.commitSha,
    url: fileUrl(row, row.commitSha, row),
  };
}

export function toReferenceKey({ key, connectionId, file, lineNumber }: ReferenceRow): ReferenceKey {
  return [key, connectionId, file, lineNumber ?? 0];
}

export function isReferenceKey(key: readonly unknown[]): key is ReferenceKey {
  const [variable, connectionId, file, lineNumber] = key;
  return (
    key.length === 4 &&
    [variable, connectionId, file].every((text) => typeof text === 'string' && !text.includes('\0')) &&
    isUuid(connectionId as string) &&
    Number.isInteger(lineNumber) &&
    Math.abs(lineNumber as number) < 2 ** 31
  );
}

export function toProjectReference(row: ProjectReferenceRow): Static<typeof projectReferenceSchema> {
  return { ...toReference(row), feature: row.feature };
}

export function toProjectReferenceKey(row: ProjectReferenceRow): ProjectReferenceKey {
  return [row.connectionId, row.file, row.lineNumber ?? 0, row.key];
}

export function isProjectReferenceKey(key: readonly unknown[]): key is ProjectReferenceKey {
  const [connectionId, file, lineNumber, variable] = key;
  return key.length === 4 && isReferenceKey([variable, connectionId, file, lineNumber]);
}

export const unreferencedSchema = Type.Object(
  {
    slug: Type.String(),
    feature: Type.String(),
    feature_status: stringEnum(visibleStatuses),
    last_seen_at: nullable({ ...timeSchema, description: 'null = never in a snapshot' }),
  },
  { title: 'UnreferencedVariable' },
);

export function toUnreferenced(row: UnreferencedRow): Static<typeof unreferencedSchema> {
  return {
    slug: row.slug,
    feature: row.feature,
    feature_status: row.status as (typeof visibleStatuses)[number],
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  };
}

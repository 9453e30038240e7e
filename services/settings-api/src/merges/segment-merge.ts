import { mergeSegment, type Members } from '@bunting/history';
import { storedAnyOf, type AnyOfInput } from '@bunting/definitions';
import type { JsonValue } from '@bunting/evaluator/definition';
import { readRoute } from '../framework/route.ts';
import { readSegmentRepresentation } from '../segments/queries.ts';
import { segmentInputSchema } from '../segments/representation.ts';
import { answerMerge, mergeAnswer, mergeBody, mergeDescription, getResolutions } from './merge-answer.ts';

export const segmentMergeRoute = readRoute({
  method: 'POST',
  path: '/organisations/{org}/projects/{project}/segments/{segment}/merge',
  summary: 'Merge a segment with concurrent changes',
  description: mergeDescription,
  body: mergeBody(segmentInputSchema),
  hasETag: 'set by the handler',
  answer: mergeAnswer(segmentInputSchema),
  async handle({ project, params, body }, { pool }) {
    const stored = await readSegmentRepresentation(pool, project, params.segment);
    const [base, wanted] = [body.base, body.wanted].map(described);
    const now = described(stored);
    const merge = mergeSegment(base!, now, wanted!, getResolutions(body.take));
    const change = {
      action: 'segment.updated',
      subject: `${project.slug}/${stored.slug}`,
      before: { slug: stored.slug, ...now } as JsonValue,
      after: { slug: stored.slug, ...merge.merged } as JsonValue,
    };
    return answerMerge(stored, merge, body.take, [change]);
  },
});

function described({ name, any_of: anyOf }: { name: string; any_of: AnyOfInput }): Members {
  return { name, any_of: storedAnyOf(anyOf) as unknown as JsonValue };
}

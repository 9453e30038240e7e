import { type Evaluations, getType } from '@bunting/sdk-core';

/** Returns true if this has the form of an answer of the service. A page and a network may give anything. */
export function isEvaluations(value: unknown): value is Evaluations {
  const { results } = Object(value) as Evaluations;
  return (
    getType(results) === 'object' && Object.values(results ?? [0]).every((each) => Object(each) === each)
  );
}

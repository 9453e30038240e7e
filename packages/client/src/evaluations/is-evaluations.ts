import type { Evaluations } from '../public/evaluations.ts';
import { typeOf } from '../type-of.ts';

/** Whether this is what the service answers. A page and a network may give anything. */
export function isEvaluations(given: unknown): given is Evaluations {
  const { results } = Object(given) as Evaluations;
  return typeOf(results) === 'object' && Object.values(results ?? [0]).every((each) => Object(each) === each);
}

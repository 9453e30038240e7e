import type { DatafileFragment } from '@bunting/evaluator';
import type { FeatureFragment } from '@bunting/evaluator/definition';
import type { Feature, Project } from './project.ts';

/** Returns the fragments of the datafile of a project. Deleted features have a tombstone. */
export function createFragments(project: Project): DatafileFragment[] {
  const newId = countingIds();
  return [
    ...project.segments.map((segment): DatafileFragment => {
      const id = newId();
      return { kind: 'segment', id, document: { id, ...segment } };
    }),
    ...project.features.map((feature): DatafileFragment => {
      const { status, ...rest } = feature;
      const id = newId();
      const document = status === 'deleted' ? null : featureFragment({ ...rest, status }, id, newId);
      return { kind: 'feature', id, document };
    }),
  ];
}

/** Returns the datafile as the service sends it to a client with a datafile key. */
export function createDatafile(project: Project) {
  return {
    version: 1,
    since: null,
    environment: 'production',
    project: project.slug,
    organisation: 'contract-vectors',
    fragments: createFragments(project),
  };
}

function featureFragment(
  feature: Feature & { readonly status: FeatureFragment['status'] },
  id: string,
  newId: () => string,
): FeatureFragment {
  return {
    ...feature,
    id,
    variables: feature.variables.map((variable) => ({ id: newId(), ...variable })),
    variations: feature.variations.map((variation) => ({ id: newId(), ...variation })),
  };
}

/** Generates UUIDs that are the same in every run. */
function countingIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
}

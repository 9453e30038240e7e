import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getConcurrentChange } from '../../api/api-error.ts';
import { featureQuery, type OfFeature } from '../../api/queries/project.ts';
import type { Feature } from '../../api/types.ts';
import { usePatchFeature, type FeaturePatch } from './changes.ts';

/**
 * What a dialog edits of a feature. It is saved over the version that the dialog began with, so that what somebody else has saved since is
 * seen before it is replaced, although the page shows it by then.
 */
export function useEditedFeature(target: OfFeature, feature: Feature) {
  const { data: now } = useQuery(featureQuery(target));
  const [begun, setBegun] = useState(now);
  const [own, setOwn] = useState<FeaturePatch>({});
  const patch = usePatchFeature(target);
  const meanwhile = getConcurrentChange(patch.error);
  return {
    /** What the fields begin with. */
    first: begun?.body ?? feature,
    etag: begun?.etag,
    /** What is changed of it. */
    own,
    setOwn,
    patch,
    /** Where somebody was faster: what is there now, and what was tried to be saved. */
    behind:
      meanwhile && now && now.etag !== begun?.etag
        ? { meanwhile, stored: now.body, tried: patch.variables?.body ?? {} }
        : undefined,
    /** Goes on from what is there now, with these changes. */
    goOnWith: (kept: FeaturePatch) => {
      setBegun(now);
      setOwn(kept);
      patch.reset();
    },
  };
}

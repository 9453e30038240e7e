import type { FeatureOutline } from './outline.ts';

/** Finds the outline that another environment of the project already holds. */
export interface Catalogue {
  readonly share: (outline: FeatureOutline) => FeatureOutline;
}

/**
 * One per process. It keeps nothing alive: an outline that no datafile uses any more is forgotten.
 */
export function createCatalogue(): Catalogue {
  const latest = new Map<string, WeakRef<FeatureOutline>>();
  const forgotten = new FinalizationRegistry<string>((id) => {
    if (latest.get(id)?.deref() === undefined) latest.delete(id);
  });
  return {
    share(outline) {
      const known = latest.get(outline.id)?.deref();
      if (known !== undefined && isSameOutline(known, outline)) return known;
      latest.set(outline.id, new WeakRef(outline));
      forgotten.register(outline, outline.id);
      return outline;
    },
  };
}

/** Values compare as JSON, hence by order of members too: they are served as they were stored. */
function isSameOutline(left: FeatureOutline, right: FeatureOutline): boolean {
  return (
    left.slug === right.slug &&
    left.status === right.status &&
    left.salt === right.salt &&
    isSameList(left.variables, right.variables, (a, b) => a.id === b.id && a.slug === b.slug) &&
    isSameList(
      left.variations,
      right.variations,
      (a, b) => a.id === b.id && a.slug === b.slug && isSameList(a.values, b.values, isSameValue),
    )
  );
}

function isSameList<T>(left: readonly T[], right: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return left.length === right.length && left.every((entry, index) => isSame(entry, right[index] as T));
}

function isSameValue(left: unknown, right: unknown): boolean {
  return (
    Object.is(left, right) || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
  );
}

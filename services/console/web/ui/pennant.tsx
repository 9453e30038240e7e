import kit from './kit.module.css';

/**
 * The mark of a variation, whose name stands beside it or in what it is part of: its colour by its place in the feature; from the fifth on
 * notched, so that nobody needs to see colour. Drawn by style sheets alone, because a list has hundreds and scrolls.
 */
export function Pennant({ index, isSmall = false }: { index: number; isSmall?: boolean }) {
  const place = ((index % 8) + 8) % 8;
  return (
    <span
      className={kit.pennant}
      data-place={place + 1}
      data-notched={place >= 4 || undefined}
      data-small={isSmall || undefined}
      aria-hidden="true"
    />
  );
}

export interface NamedVariation {
  readonly slug: string;
  readonly name: string;
}

/** A variation: its pennant with its name. One that is unknown here is shown by its slug. */
export function VariationName({ slug, variations }: { slug: string; variations: readonly NamedVariation[] }) {
  const index = variations.findIndex((each) => each.slug === slug);
  return (
    <span className={kit.named}>
      {index >= 0 && <Pennant index={index} />}
      <span>{variations[index]?.name || slug}</span>
    </span>
  );
}

import kit from '../../design/kit.module.css';

/**
 * The mark of a variation: its colour by its place in the feature; from the fifth on notched, so that nobody needs to see colour. Drawn by
 * style sheets alone, because a list has hundreds and scrolls. `name` is given where the variation's name is not written beside it.
 */
export function Pennant({
  index,
  isSmall = false,
  name,
}: {
  index: number;
  isSmall?: boolean;
  name?: string;
}) {
  const place = ((index % 8) + 8) % 8;
  return (
    <span
      className={kit.pennant}
      data-place={place + 1}
      data-notched={place >= 4 || undefined}
      data-small={isSmall || undefined}
      {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
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

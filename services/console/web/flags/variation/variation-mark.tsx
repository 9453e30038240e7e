import kit from '../../design/kit.module.css';
import style from './variation-mark.module.css';

/**
 * Renders the mark of a variation: a colour by its index, notched from the fifth on, so that it does not depend on colour alone. Drawn by
 * CSS, because a list has hundreds. `name` is required if the name is not shown beside it.
 */
export function VariationMark({
  index,
  isSmall = false,
  name,
}: {
  index: number;
  isSmall?: boolean;
  name?: string;
}) {
  const slot = ((index % 8) + 8) % 8;
  return (
    <span
      className={style.variationMark}
      data-slot={slot + 1}
      data-notched={slot >= 4 || undefined}
      data-small={isSmall || undefined}
      {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    />
  );
}

export interface NamedVariation {
  readonly slug: string;
  readonly name: string;
}

/** Renders a variation with its mark and name, or its slug if it is unknown. */
export function VariationName({ slug, variations }: { slug: string; variations: readonly NamedVariation[] }) {
  const index = variations.findIndex((each) => each.slug === slug);
  return (
    <span className={kit.named}>
      {index >= 0 && <VariationMark index={index} />}
      <span>{variations[index]?.name || slug}</span>
    </span>
  );
}

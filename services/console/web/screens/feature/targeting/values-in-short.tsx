import { Link } from '@tanstack/react-router';
import type { OfFeature } from '../../../api/queries/project.ts';
import type { Feature } from '../../../api/types.ts';
import { formatCount } from '../../../design/count.ts';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';
import { VariationMark } from '../../../flags/variation/variation-mark.tsx';
import style from './values-in-short.module.css';

/** Says that a feature cannot serve anything yet. */
export function NoValues({ target, feature }: { target: OfFeature; feature: Feature }) {
  const has = { variables: feature.variables.length > 0, variations: feature.variations.length > 0 };
  if (has.variables && has.variations) return null;
  return (
    <p className={kit.hint}>
      {has.variables
        ? 'This feature has no variations yet, so it serves nothing. '
        : 'This feature has no variables yet. Apps read variables, so it serves nothing. '}
      <Link to={paths.values} params={target}>
        Add one
      </Link>
    </p>
  );
}

/** Shows the values of each variation below the rules, folded, because they have their own tab. */
export function ValuesInShort({
  target,
  feature: { variables, variations },
}: {
  target: OfFeature;
  feature: Feature;
}) {
  if (variables.length === 0 || variations.length === 0) return null;
  return (
    <details className={`${kit.card} ${style.values}`}>
      <summary>
        <h2>Values</h2>
        <span className={kit.hint}>
          {formatCount(variations.length, 'variation')} of {formatCount(variables.length, 'variable')}
        </span>
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div className={kit.scroll} tabIndex={0} role="group" aria-label="Values of every variation">
        <table className={kit.table}>
          <thead>
            <tr>
              <th scope="col">Variation</th>
              {variables.map(({ slug, type, client }) => (
                <th key={slug} scope="col">
                  <code className={style.variable}>{slug}</code> {type}
                  {client && ' · client-side'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {variations.map(({ slug, name, values }, index) => (
              <tr key={slug}>
                <th scope="row" className={style.variation}>
                  <span className={kit.named}>
                    <VariationMark index={index} />
                    <span>{name || slug}</span>
                    <code>{slug}</code>
                  </span>
                </th>
                {variables.map((variable) => (
                  <td key={variable.slug}>
                    <code className={style.value}>{shown(values[variable.slug])}</code>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={style.edit}>
        <Link to={paths.values} params={target}>
          Edit values
        </Link>
      </p>
    </details>
  );
}

/** Formats a value, truncated. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '–';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

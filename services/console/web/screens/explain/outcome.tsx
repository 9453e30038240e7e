import type { Explanation } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import { VariationName, type NamedVariation } from '../../flags/variation/variation-mark.tsx';
import style from './explain.module.css';
import { explainReason, shortValue } from './model.ts';

export interface Answered {
  readonly data: Explanation | undefined;
  readonly error: Error | null;
}

/** Renders a row with a value and its reason. The name links to the explanation. */
export function Outcome({
  label,
  isChosen,
  choose,
  answer: { data, error },
  variations,
}: {
  label: string;
  isChosen: boolean;
  choose: () => void;
  answer: Answered;
  variations: readonly NamedVariation[];
}) {
  const result = data?.result;
  return (
    <tr>
      <th scope="row" className={style.outcome}>
        <button type="button" aria-current={isChosen ? 'true' : undefined} onClick={choose}>
          {label}
        </button>
      </th>
      <td>
        {result && (
          <span className={kit.named}>
            <code>{result.value === null ? 'nothing' : shortValue(result.value, 60)}</code>
            {result.variation !== null && <VariationName slug={result.variation} variations={variations} />}
          </span>
        )}
        {error !== null && <span className={kit.wrong}>{error.message}</span>}
      </td>
      <td className={kit.hint}>{data && explainReason(data)}</td>
    </tr>
  );
}

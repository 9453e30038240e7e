import { Fragment, type KeyboardEvent } from 'react';
import type { Rule, Share, Variation } from '../../../api/types.ts';
import type { FieldProps } from '../../../flags/condition/field-errors.ts';
import kit from '../../../design/kit.module.css';
import { VariationName } from '../../../flags/variation/variation-mark.tsx';
import { ShareBar } from '../../../flags/variation/split-bar.tsx';
import { percent } from '../../../flags/variation/percent.ts';
import { NumberField } from './number-field.tsx';
import { withBorder, withWeight } from './model.ts';
import style from './targeting.module.css';

/** The shares whose names have room on the bar. */
const maxNamed = 6;

/** Edits the shares of a split by moving borders with keys, or as numbers. The sum is always 100. */
export function SplitEditor({
  rule,
  shares,
  variations,
  fieldProps,
  onChange,
}: {
  rule: Rule;
  shares: readonly Share[];
  variations: readonly Variation[];
  fieldProps: FieldProps;
  onChange: (rule: Rule) => void;
}) {
  const change = (split: readonly Share[]) => onChange({ ...rule, serve: { ...rule.serve, split } });
  // The fields below name the shares, too.
  const isMany = shares.length > maxNamed;
  const nameOf = (slug: string) => variations.find((each) => each.slug === slug)?.name || slug;
  return (
    <>
      <div className={`${kit.split} ${style.borders}`} data-many={isMany || undefined}>
        {shares.map((share, at) => {
          const reached = shares.slice(0, at + 1).reduce((sum, { weight }) => sum + weight, 0);
          const next = shares[at + 1];
          return (
            <Fragment key={share.variation}>
              <ShareBar {...share} variations={variations} isNamed={!isMany} />
              {next && (
                <Border
                  label={`Border between ${nameOf(share.variation)} and ${nameOf(next.variation)}`}
                  at={reached}
                  text={`${nameOf(share.variation)} ${percent(share.weight)}, ${nameOf(next.variation)} ${percent(next.weight)}`}
                  onMove={(by) => change(withBorder(shares, at, by))}
                />
              )}
            </Fragment>
          );
        })}
      </div>
      <div className={style.weights}>
        {shares.map((share, at) => (
          <span key={share.variation} className={kit.named}>
            <VariationName slug={share.variation} variations={variations} />
            <NumberField
              value={share.weight}
              label={`Percentage of ${nameOf(share.variation)}`}
              {...fieldProps(`serve.split[${at}].weight`, `serve.split[${at}].variation`)}
              onChange={(weight) => change(withWeight(shares, at, weight))}
            />
            %
          </span>
        ))}
      </div>
    </>
  );
}

/** Renders a border that arrow keys move by 1%, with Shift by 0.1%. */
function Border({
  label,
  at,
  text,
  onMove,
}: {
  label: string;
  at: number;
  text: string;
  onMove: (by: number) => void;
}) {
  function press(event: KeyboardEvent) {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (direction === undefined || event.altKey) return;
    event.preventDefault();
    onMove(direction * (event.shiftKey ? 0.1 : 1));
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={style.border}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 1_000) / 1_000}
      aria-valuetext={text}
      title={`${label}: arrow keys move it by 1%, with Shift by 0.1%`}
      onKeyDown={press}
    />
  );
}

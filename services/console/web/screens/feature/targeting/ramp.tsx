import { rolloutAt, type Stage } from '../../../flags/rollout/rollout.ts';
import { listStages } from '../../../flags/rollout/rollout-words.ts';
import style from './targeting.module.css';

const width = 320;
const height = 72;
const dayMs = 86_400_000;

/** Draws stages over time as a line with the current time. The stages are also listed in numbers. */
export function Ramp({ stages, now }: { stages: readonly Stage[]; now: number }) {
  const times = stages.map(({ at }) => Date.parse(at)).filter((time) => !Number.isNaN(time));
  if (times.length === 0) return null;
  const begin = Math.min(now, ...times) - dayMs / 4;
  const end = Math.max(now, ...times) + dayMs / 4;
  const xOf = (time: number) => Math.round(((time - begin) / (end - begin)) * width * 10) / 10;
  const yOf = (percentage: number) => Math.round((1 - percentage / 100) * (height - 8) * 10) / 10 + 4;
  const first = stages[0]!;
  const points = [
    [0, 0],
    [xOf(Date.parse(first.at)), 0],
    ...stages.map(({ at, percentage }) => [xOf(Date.parse(at)), percentage]),
    [width, stages.at(-1)!.percentage],
  ] as const;
  const line = points
    .map(([x, percentage], index) => `${index === 0 ? 'M' : 'L'}${x} ${yOf(percentage)}`)
    .join('');
  return (
    <svg
      className={style.ramp}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Rollout over time: ${listStages(stages)}`}
    >
      <path d={`M0 ${yOf(0)}H${width}M0 ${yOf(100)}H${width}`} className={style.grid} />
      <path d={`${line}L${width} ${yOf(0)}L0 ${yOf(0)}Z`} className={style.area} />
      <path d={line} className={style.line} />
      <path d={`M${xOf(now)} 0V${height}`} className={style.now} />
      <circle cx={xOf(now)} cy={yOf(rolloutAt({ stages }, now))} r="3.5" className={style.dot} />
    </svg>
  );
}

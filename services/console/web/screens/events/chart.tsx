import kit from '../../design/kit.module.css';
import style from './events.module.css';
import type { BucketLength } from './model.ts';
import { formatNumber } from '../../design/count.ts';
import { formatDateText } from '../../design/forms/date-text.ts';

interface Charted {
  readonly columns: readonly { readonly begins_at: string; readonly count: number }[];
  readonly bucket: BucketLength;
}

const [width, height, left, below] = [1_000, 180, 56, 22];

/** Formats a bucket as "23 Nov 2026" or "23 Nov 2026, 14:00", in UTC like the counts. */
function named(at: string, bucket: BucketLength): string {
  const utc = new Date(at).toISOString();
  return formatDateText(utc.slice(0, bucket === 'hour' ? 16 : 10));
}

/** Renders a bar for each hour or day. Screen readers get the table instead. */
export function Chart({ columns, bucket }: Charted) {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const step = (width - left) / columns.length;
  const all = columns.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const said = `${formatNumber(all)} events from ${named(first.begins_at, bucket)} to ${named(last.begins_at, bucket)}, at most ${formatNumber(most)} in one ${bucket}`;
  return (
    <svg className={style.chart} viewBox={`0 0 ${width} ${height + below}`} role="img" aria-label={said}>
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <path d={`M${left} ${height - part * (height - 14)}H${width}`} stroke="var(--line)" />
          {(part !== 0.5 || most > 1) && (
            <text x={left - 8} y={height - part * (height - 14) + 4} textAnchor="end" className={style.axis}>
              {formatNumber(Math.round(most * part))}
            </text>
          )}
        </g>
      ))}
      {columns.map(({ begins_at, count }, index) => {
        const tall = count === 0 ? 0 : Math.max(2, (count / most) * (height - 14));
        return (
          <rect
            key={begins_at}
            x={left + index * step + step * 0.1}
            y={height - tall}
            width={step * 0.8}
            height={tall}
            fill="var(--accent)"
          >
            <title>{`${named(begins_at, bucket)}: ${formatNumber(count)}`}</title>
          </rect>
        );
      })}
      <text x={left} y={height + 16} className={style.axis}>
        {named(first.begins_at, bucket)}
      </text>
      <text x={width} y={height + 16} textAnchor="end" className={style.axis}>
        {named(last.begins_at, bucket)}
      </text>
    </svg>
  );
}

/** Hours or days with events, newest first. */
export function ChartTable({ columns, bucket, isHidden = false }: Charted & { isHidden?: boolean }) {
  return (
    <div className={isHidden ? 'hidden-text' : `${kit.scroll} ${style.tall}`}>
      <table className={kit.table} aria-label={`Events by ${bucket}`}>
        <thead>
          <tr>
            <th scope="col">{bucket === 'hour' ? 'Hour (UTC)' : 'Day (UTC)'}</th>
            <th scope="col">Events</th>
          </tr>
        </thead>
        <tbody>
          {columns
            .filter(({ count }) => count > 0)
            .toReversed()
            .map(({ begins_at, count }) => (
              <tr key={begins_at}>
                <th scope="row">{named(begins_at, bucket)}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

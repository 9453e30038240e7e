import type { Usage, UsageHistory } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import { Table } from '../../design/table.tsx';
import { capSentence, dayOfCap, monthsWithUsers } from './model.ts';
import style from './organisation.module.css';
import { formatNumber } from '../../design/count.ts';
import { formatDateText } from '../../design/forms/date-text.ts';

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));

type UsageWithHistory = Usage & {
  readonly months: UsageHistory['items'];
  readonly days: UsageHistory['days'];
};

export function UsageView({ usage, now }: { usage: UsageWithHistory; now: Date }) {
  const { mau_used: used, mau_cap: cap, month, months, days, rate_limit_per_minute: rate } = usage;
  const at = dayOfCap(days, cap, now);
  return (
    <>
      <p>
        <b className={style.figure}>{formatNumber(used)}</b>{' '}
        {cap === null ? 'users' : `of ${formatNumber(cap)} users`} in {nameOf(month)} (UTC)
      </p>
      {cap !== null && <Bar label="Used" share={used / cap} isFull={used >= cap} />}
      <p>
        {cap !== null && used < cap && `${rateSentence(at)} `}
        <span className={kit.hint}>{capSentence(usage)}</span>
      </p>
      <p>
        {rate === null
          ? 'No rate limit.'
          : `${formatNumber(rate)} requests per minute. Further requests are rate limited (429).`}
      </p>
      <Months months={monthsWithUsers(months)} cap={cap} />
    </>
  );
}

function rateSentence(at: ReturnType<typeof dayOfCap>): string {
  if (at === 'too early') return 'Too early in the month for a forecast.';
  if (at === undefined) return 'On track to stay under the limit this month.';
  return `At the current rate you reach the limit on ${formatDateText(at.toISOString().slice(0, 10))}.`;
}

function Months({ months, cap }: { months: UsageHistory['items']; cap: number | null }) {
  if (months.length < 2) return null;
  const most = Math.max(...months.map(({ mau_used: used }) => used));
  return (
    <Table label="Users by month" heads={['Month', 'Users', 'Share of the largest month']}>
      {months.toReversed().map(({ month, mau_used: used }) => (
        <tr key={month}>
          <td>{nameOf(month)}</td>
          <td>{formatNumber(used)}</td>
          <td className={style.wide}>
            <Bar share={used / most} isFull={cap !== null && used >= cap} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Renders a bar for a share. Screen readers read it if it has a label. */
function Bar({ label, share, isFull }: { label?: string; share: number; isFull: boolean }) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <svg
      className={style.bar}
      data-full={isFull}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role={label === undefined ? undefined : 'img'}
      aria-label={label === undefined ? undefined : `${label}: ${Math.round(percent)} per cent`}
      aria-hidden={label === undefined}
    >
      <rect className={style.ground} width="100" height="8" />
      <rect className={style.share} width={percent} height="8" />
    </svg>
  );
}

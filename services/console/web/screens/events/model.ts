/** Periods and series of events. */
interface Figures {
  readonly count: number;
  readonly users: number;
  readonly verified_share: number;
}

export interface Bucket extends Figures {
  readonly begins_at: string;
}

export interface Group extends Figures {
  readonly feature: string;
  readonly variable: string;
  readonly variation: string;
  readonly event: string;
  readonly buckets?: readonly Bucket[] | undefined;
}

const lengths = { hour: 3_600_000, day: 86_400_000 } as const;
export type BucketLength = keyof typeof lengths;

/** Returns the default period: two days by the hour, thirty days by the day. */
export function defaultFrom(bucket: BucketLength, now: number): string {
  const days = bucket === 'hour' ? 2 : 30;
  return new Date(now - days * lengths.day).toISOString().slice(0, 10);
}

/** Returns the exclusive end of a day. A parameter that is not a day stays as it is. */
export function getEndOfDay(day: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN;
  return Number.isNaN(at) ? day : new Date(at + lengths.day).toISOString();
}

export interface Period {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly bucket: BucketLength;
}

/** The maximum of bars. */
const maxColumns = 800;

/** Returns a series by hour or day, with zeros. Of a longer period, its end. */
export function toColumns(
  groups: readonly Group[],
  { from, to, bucket }: Period,
): { readonly begins_at: string; readonly count: number }[] {
  const length = lengths[bucket];
  const counts = new Map<number, number>();
  for (const { buckets = [] } of groups) {
    for (const { begins_at: at, count } of buckets) {
      const begins = Date.parse(at);
      counts.set(begins, (counts.get(begins) ?? 0) + count);
    }
  }
  const end = Math.ceil(to / length) * length;
  const first = Math.max(Math.floor(from / length) * length, end - maxColumns * length);
  return Array.from({ length: Math.max(1, (end - first) / length) }, (_, index) => {
    const begins = first + index * length;
    return { begins_at: new Date(begins).toISOString(), count: counts.get(begins) ?? 0 };
  });
}

/** Formats a share; "0%" and "100%" are exact. */
export function share(part: number): string {
  if (part === 0 || part === 1) return `${part * 100}%`;
  return `${Math.min(99.9, Math.max(0.1, part * 100)).toFixed(1)}%`;
}

import style from './icons.module.css';

/** Strokes on a grid of 24. Icons only decorate the text beside them. */
const shapes = {
  flag: 'M5 21V4m0 1h12l-3 4 3 4H5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.5 2.5-6 6-6s6 2.500 6 6m1-9.500a3 3 0 1 0-1.500-5.600M17 14c2.500.5 4 2.700 4 6',
  play: 'm7 4 12 8-12 8V4Z',
  key: 'M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm3-7 9-9m-4 4 3 3',
  calendar: 'M5 6h14v14H5V6Zm0 4h14M9 3v4m6-4v4',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-12v3m0 12v3M3 12h3m12 0h3M5.600 5.600l2.100 2.100m8.600 8.600 2.100 2.100m0-12.800-2.100 2.100m-8.600 8.600-2.100 2.100',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-14v2m0 16v2M4.900 4.900l1.400 1.400m11.400 11.400 1.400 1.400M2 12h2m16 0h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
  down: 'm6 9 6 6 6-6',
  up: 'M12 20V4m-6 6 6-6 6 6',
  fall: 'M12 4v16m6-6-6 6-6-6',
  lock: 'M6 11h12v9H6v-9Zm2 0V8a4 4 0 0 1 8 0v3',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9V9Zm-4 6H4V4h11v1',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'm4 12 5 5L20 6',
  box: 'M4 8 12 4l8 4v8l-8 4-8-4V8Zm0 0 8 4 8-4m-8 4v8',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5M13.500 5l-3 14',
  bars: 'M5 20V11m7 9V4m7 16v-6',
  hook: 'M12 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0 0v6a5 5 0 0 1-10 0m20-3-3-3-3 3m3-3v6a5 5 0 0 1-5 5',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  book: 'M12 6c-2-1.500-5-2-8-2v14c3 0 6 .500 8 2m0-14c2-1.500 5-2 8-2v14c-3 0-6 .500-8 2m0-14v14',
  propose:
    'M6 9v12M6 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm12 6V9a3 3 0 0 0-3-3h-3m3-3-3 3 3 3m3 6a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const;

export type IconName = keyof typeof shapes | 'more';

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  // Drawn by CSS, which is faster, because each row of a list has it.
  if (name === 'more') return <span className={style.dots} aria-hidden="true" />;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={shapes[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

import type { Shape } from './products.ts';

interface Look {
  readonly shape: Shape;
  readonly colours: readonly string[];
}

/** A string between two points that hangs by its own weight. */
interface Hanging {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly sag: number;
  readonly flags: number;
  readonly size: number;
}

/** Shows a product: one garland, and another behind it. */
export function GarlandPicture({ shape, colours, wall }: Look & { readonly wall: string }) {
  return (
    <svg className="picture" viewBox="0 0 400 260" aria-hidden="true">
      <rect width="400" height="260" fill={wall} />
      <g opacity="0.35">
        <Garland
          shape={shape}
          colours={colours}
          from={[-20, 20]}
          to={[430, 60]}
          sag={70}
          flags={11}
          size={30}
        />
      </g>
      <Garland
        shape={shape}
        colours={colours}
        from={[-30, 70]}
        to={[430, 50]}
        sag={150}
        flags={8}
        size={48}
      />
    </svg>
  );
}

const swagColours = ['#b4532a', '#e0a030', '#1f4e79', '#f28482', '#2f6b4f'];

/** Shows the swags over the entrance. */
export function Swags() {
  const look = { shape: 'pennant', colours: swagColours } as const;
  return (
    <svg className="swags" viewBox="0 0 1200 150" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <Garland {...look} from={[-40, -30]} to={[420, 0]} sag={130} flags={11} size={34} />
      <Garland {...look} from={[420, 0]} to={[800, 0]} sag={110} flags={9} size={34} />
      <Garland {...look} from={[800, 0]} to={[1250, -30]} sag={130} flags={11} size={34} />
    </svg>
  );
}

function Garland({ shape, colours, from, to, sag, flags, size }: Look & Hanging) {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + sag] as const;
  const flagTransforms = Array.from({ length: flags }, (_, index) => {
    const t = (index + 0.5) / flags;
    const along = (axis: 0 | 1) =>
      (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * middle[axis] + t ** 2 * to[axis];
    const slope = (axis: 0 | 1) =>
      2 * (1 - t) * (middle[axis] - from[axis]) + 2 * t * (to[axis] - middle[axis]);
    const degrees = (Math.atan2(slope(1), slope(0)) * 180) / Math.PI;
    return { x: along(0), y: along(1), degrees: degrees * 0.7, colour: colours[index % colours.length] };
  });
  return (
    <>
      {flagTransforms.map(({ x, y, degrees, colour }) => (
        <g key={x} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed(1)})`}>
          <path d={flagOf(shape, size)} fill={colour} stroke="#2b2a28" strokeOpacity="0.12" />
          {shape === 'lantern' && <path d={ribsOf(size)} fill="none" stroke="#2b2a28" strokeOpacity="0.25" />}
        </g>
      ))}
      <path
        d={`M${from.join(' ')} Q${middle.join(' ')} ${to.join(' ')}`}
        fill="none"
        stroke={shape === 'lantern' ? '#8a84b0' : '#6b5f50'}
        strokeWidth="2.5"
      />
    </>
  );
}

/** Returns a flag that hangs down from the origin. */
function flagOf(shape: Shape, size: number): string {
  const half = size / 2;
  if (shape === 'pennant') return `M${-half} 0H${half}L0 ${size * 1.35}Z`;
  if (shape === 'swallowtail') return `M${-half} 0H${half}V${size * 1.4}L0 ${size}L${-half} ${size * 1.4}Z`;
  if (shape === 'scallop') return `M${-half} 0H${half}V${half}A${half} ${half} 0 0 1 ${-half} ${half}Z`;
  return `M-4 4H4V8C${size * 0.7} 10 ${size * 0.7} ${size} 4 ${size + 4}V${size + 9}H-4V${size + 4}C${-size * 0.7} ${size} ${-size * 0.7} 10 -4 8Z`;
}

function ribsOf(size: number): string {
  return `M0 8V${size + 4}M-3 8C${-size * 0.35} 14 ${-size * 0.35} ${size - 4} -3 ${size + 4}M3 8C${size * 0.35} 14 ${size * 0.35} ${size - 4} 3 ${size + 4}`;
}

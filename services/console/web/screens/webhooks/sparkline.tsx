import { useQuery } from '@tanstack/react-query';
import { useInView } from '../../design/hooks/use-in-view.ts';
import { activityQuery, type OfEndpoint } from '../../api/queries/webhooks.ts';
import { toBars, describeActivity } from './model.ts';
import style from './webhooks.module.css';

const height = 22;
const step = 5;

/** Renders the attempts of the last 24 hours. They are loaded when visible, because a list may have many. */
export function Sparkline({ target, withText = false }: { target: OfEndpoint; withText?: boolean }) {
  const { ref, isInView } = useInView();
  const { data } = useQuery({ ...activityQuery(target), enabled: isInView });
  if (data === undefined) return <span ref={ref} className={style.spark} />;
  const text = describeActivity(data.items, data.pending);
  return (
    <span ref={ref} className={style.sparked} title={text}>
      <svg
        className={style.spark}
        width={data.items.length * step}
        height={height}
        role="img"
        aria-label={withText ? 'Attempts by hour' : text}
      >
        <path d={`M0 ${height - 0.5}h${data.items.length * step}`} stroke="var(--line)" />
        {toBars(data.items, height).map(({ begins_at, arrived, lost }, index) => (
          <g key={begins_at}>
            <rect
              x={index * step}
              y={height - arrived}
              width={step - 1}
              height={arrived}
              fill="var(--accent)"
            />
            <rect
              x={index * step}
              y={height - arrived - lost}
              width={step - 1}
              height={lost}
              fill="var(--danger)"
            />
          </g>
        ))}
      </svg>
      {withText && <span>{text}</span>}
    </span>
  );
}

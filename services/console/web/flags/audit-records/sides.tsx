import { JsonDifference } from '../../design/json/json-difference.tsx';
import kit from '../../design/kit.module.css';
import style from './history.module.css';

/** Renders the state before and after a change, side by side. */
export function Sides({ before, after }: { before: unknown; after: unknown }) {
  const plain = (
    <div className={style.sides}>
      <Side title="Before" value={before} />
      <Side title="After" value={after} />
    </div>
  );
  if (before === null || after === null) return plain;
  return <JsonDifference before={before} after={after} plain={plain} />;
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <figure>
      <figcaption className={kit.hint}>{title}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre className={style.json} tabIndex={0} role="group" aria-label={title}>
        <code>{value === null ? 'nothing' : JSON.stringify(value, undefined, 2)}</code>
      </pre>
    </figure>
  );
}

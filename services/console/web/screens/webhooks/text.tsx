import kit from '../../design/kit.module.css';
import style from './webhooks.module.css';

/** Renders a body or headers as plain text. */
export function Text({ label, text, isShown = true }: { label: string; text: string; isShown?: boolean }) {
  return (
    <figure>
      {isShown && <figcaption className={kit.hint}>{label}</figcaption>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre className={style.text} tabIndex={0} role="group" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

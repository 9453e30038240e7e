import style from './truncated.module.css';

const tailLength = 8;

/** Truncates a long text in the middle, because names often differ in their last letters. */
export function Truncated({ text }: { text: string }) {
  if (text.length <= 3 * tailLength) return text;
  return (
    <span className={style.truncated} title={text}>
      <span className="hidden-text">{text}</span>
      <span aria-hidden>{text.slice(0, -tailLength)}</span>
      <span aria-hidden>{text.slice(-tailLength)}</span>
    </span>
  );
}

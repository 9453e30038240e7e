import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LineProblem } from './code-mirror.ts';
import { Button } from '../button.tsx';
import kit from '../kit.module.css';
import style from './json.module.css';

/** Edits a JSON text and lists its problems by line. The editor is loaded on demand. */
export function JsonEditor({
  label,
  text,
  check,
  onChange,
}: {
  label: string;
  text: string;
  /** Returns the problem of a text that is valid JSON. */
  check: (text: string) => string | undefined;
  onChange: (text: string) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<{ setText: (text: string) => void }>(undefined);
  const [problems, setProblems] = useState<readonly LineProblem[]>([]);
  const [failed, setFailed] = useState(false);
  const begin = useEffectEvent(() => text);
  const changed = useEffectEvent((now: string) => {
    // CodeMirror sends no input events, and the dialog counts them to protect typed text.
    host.current?.dispatchEvent(new Event('input', { bubbles: true }));
    onChange(now);
  });
  const checked = useEffectEvent((now: string) => check(now));
  useEffect(() => {
    let isGone = false;
    let end = () => {};
    import('./code-mirror.ts').then(
      ({ mountEditor }) => {
        if (isGone || host.current === null) return;
        const options = { label, text: begin(), check: checked, onChange: changed, onProblems: setProblems };
        const mounted = mountEditor(host.current, options);
        editor.current = mounted;
        end = () => mounted.destroy();
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      end();
    };
  }, [label]);
  const format = () => editor.current?.setText(JSON.stringify(JSON.parse(text), undefined, 2));
  return (
    <div className={kit.form}>
      {failed ? (
        // A chunk of an earlier release is gone; the text can still be edited.
        <textarea
          className={kit.input}
          aria-label={label}
          rows={12}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <div ref={host} className={style.code} />
      )}
      {problems.length > 0 && (
        <div className={kit.wrong} role="alert">
          {problems.map(({ line, message }) => (
            <p key={`${line} ${message}`}>
              Line {line}: {message}
            </p>
          ))}
        </div>
      )}
      {!failed && (
        <div>
          <Button disabled={problems.length > 0} onClick={format}>
            Format
          </Button>
        </div>
      )}
    </div>
  );
}

import type { Group } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import style from './builder.module.css';
import { getAttribute, getOperatorWords } from './words.ts';

/** Shows conditions as sentences: `email ends with @acme.example`. */
export function ReadOnlyConditions({ groups }: { groups: readonly Group[] }) {
  if (groups.length === 0) return <p className={kit.hint}>Everyone</p>;
  return (
    <div className={style.groups}>
      {groups.map((group, at) => (
        <div key={at} className={style.sentence}>
          {at > 0 && <span className={style.or}>or</span>}
          {group.all_of.map((condition, position) => (
            <span key={position} className={style.condition}>
              {position > 0 && <span className={kit.hint}>and</span>}
              <code>{getAttribute(condition)}</code>
              <span className={kit.hint}>{getOperatorWords(condition)}</span>
              {(condition.values ?? []).slice(0, 12).map((value) => (
                <span key={String(value)} className={kit.chip}>
                  {String(value)}
                </span>
              ))}
              {(condition.values?.length ?? 0) > 12 && (
                <span className={kit.hint}>and {condition.values!.length - 12} more</span>
              )}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

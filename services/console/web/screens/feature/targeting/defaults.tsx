import type { Feature } from '../../../api/types.ts';
import { FieldErrorLines } from '../../../flags/condition/field-error-lines.tsx';
import { errorsUnder, createFieldProps, type FieldError } from '../../../flags/condition/field-errors.ts';
import kit from '../../../design/kit.module.css';
import { VariationName } from '../../../flags/variation/variation-mark.tsx';
import { withDefault, type Document } from './model.ts';
import style from './targeting.module.css';

/** Edits the defaults, by variable. */
export function Defaults({
  document,
  feature: { variables, variations },
  details,
  isReadOnly,
  isUnapplied,
  onChange,
}: {
  document: Document;
  feature: Feature;
  /** The errors of the server for the document. */
  details: readonly FieldError[];
  isReadOnly: boolean;
  /** Nothing is served, not even the defaults. */
  isUnapplied: boolean;
  onChange: (document: Document) => void;
}) {
  const who = (document.targeting?.rules.length ?? 0) > 0 ? 'Everyone else' : 'Everyone';
  const errors = errorsUnder(details, 'defaults');
  const fieldProps = createFieldProps(errors, 'defaults');
  return (
    <div className={style.defaults} data-off={isUnapplied}>
      <h3>{who}</h3>
      {variables.map(({ slug }) => {
        const served = document.defaults[slug] ?? null;
        return (
          <label key={slug} className={style.default}>
            <code>{slug}</code>
            {isReadOnly ? (
              served === null ? (
                <span className={kit.hint}>None</span>
              ) : (
                <VariationName slug={served} variations={variations} />
              )
            ) : (
              <span className={kit.named}>
                {served !== null && (
                  <VariationName
                    slug={served}
                    variations={variations.map((each) => ({ ...each, name: ' ' }))}
                  />
                )}
                <select
                  className={style.select}
                  value={served ?? ''}
                  {...fieldProps(slug, `["${slug}"]`)}
                  onChange={(event) => onChange(withDefault(document, slug, event.target.value || null))}
                >
                  <option value="">None</option>
                  {variations.map((each) => (
                    <option key={each.slug} value={each.slug}>
                      {each.name || each.slug}
                    </option>
                  ))}
                </select>
              </span>
            )}
          </label>
        );
      })}
      <FieldErrorLines errors={errors} id="defaults" hasPaths />
    </div>
  );
}

import { Field } from '../design/forms/field.tsx';

/** Asks for the comment that an environment requires. */
export function RequiredComment({
  comment,
  onChange,
}: {
  comment: string;
  onChange: (comment: string) => void;
}) {
  return (
    <Field
      label="Comment"
      hint="Why are you making this change? Shown in the audit log."
      value={comment}
      required
      maxLength={500}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Error messages of form controls. The browser checks the constraints; the messages are ours. */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** Returns the controls of a form that are not valid, in their order. */
export function findInvalid(form: HTMLFormElement): readonly Control[] {
  return [...form.elements]
    .filter(isControl)
    .filter(({ willValidate, validity }) => willValidate && !validity.valid);
}

/** Returns the error message of a control; undefined if it is valid. */
export function describeInvalid({ validity, ...control }: Described): string | undefined {
  if (validity.valid) return undefined;
  if (validity.valueMissing) return `${control.label} is required.`;
  if (validity.typeMismatch && control.type === 'email')
    return 'Enter an e-mail address, such as ada@example.com.';
  if (validity.typeMismatch) return 'Enter a URL, such as https://example.com/path.';
  if (validity.tooShort) return `Use at least ${control.minLength} characters.`;
  if (validity.tooLong) return `Use at most ${control.maxLength} characters.`;
  if (validity.rangeUnderflow) return `Use ${control.min} or more.`;
  if (validity.rangeOverflow) return `Use ${control.max} or less.`;
  if (validity.badInput) return 'Enter a number.';
  return control.title || 'This format is not allowed.';
}

export interface Described {
  readonly validity: Pick<
    ValidityState,
    | 'valid'
    | 'valueMissing'
    | 'typeMismatch'
    | 'tooShort'
    | 'tooLong'
    | 'rangeUnderflow'
    | 'rangeOverflow'
    | 'badInput'
  >;
  /** The text of its label. */
  readonly label: string;
  readonly type: string;
  readonly title: string;
  readonly min: string;
  readonly max: string;
  readonly minLength: number;
  readonly maxLength: number;
}

/** Reads from a control of the page what its error message needs. */
export function readControl(control: Control): Described {
  const label =
    control.labels?.[0]?.textContent?.trim() || control.getAttribute('aria-label') || 'This field';
  const { type, title, validity } = control;
  const attributeOf = (name: string) => control.getAttribute(name) ?? '';
  return {
    validity,
    label,
    type,
    title,
    min: attributeOf('min'),
    max: attributeOf('max'),
    minLength: Number(attributeOf('minlength')),
    maxLength: Number(attributeOf('maxlength')),
  };
}

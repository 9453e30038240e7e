import { expect, it } from '@jest/globals';
import { describeInvalid } from './validity.ts';

const control = { label: 'Name', type: 'text', title: '', min: '1', max: '9', minLength: 12, maxLength: 20 };
const valid = {
  valid: false,
  valueMissing: false,
  typeMismatch: false,
  tooShort: false,
  tooLong: false,
  rangeUnderflow: false,
  rangeOverflow: false,
  badInput: false,
};

it.each([
  [{ valid: true }, {}, undefined],
  [{ valueMissing: true }, {}, 'Name is required.'],
  [{ typeMismatch: true }, { type: 'email' }, 'Enter an e-mail address, such as ada@example.com.'],
  [{ typeMismatch: true }, { type: 'url' }, 'Enter a URL, such as https://example.com/path.'],
  [{ tooShort: true }, {}, 'Use at least 12 characters.'],
  [{ tooLong: true }, {}, 'Use at most 20 characters.'],
  [{ rangeUnderflow: true }, {}, 'Use 1 or more.'],
  [{ rangeOverflow: true }, {}, 'Use 9 or less.'],
  [{ badInput: true }, {}, 'Enter a number.'],
  [{}, { title: 'Use letters and digits.' }, 'Use letters and digits.'],
  [{}, {}, 'This format is not allowed.'],
])('describes %j of a control with %j', (validity, own, message) => {
  expect(describeInvalid({ ...control, ...own, validity: { ...valid, ...validity } })).toBe(message);
});

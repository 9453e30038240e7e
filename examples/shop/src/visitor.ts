/**
 * The countries to which the shop delivers. Bunting's rules see the country of a visitor: the new checkout is an
 * experiment in Canada.
 */
export const countries = { CA: 'Canada', DE: 'Germany', JP: 'Japan', NZ: 'New Zealand' } as const;

/** A country where the shop delivers. */
export type Country = keyof typeof countries;

/** The user whom Bunting evaluates for: nobody's name, only the same visitor again. */
export interface Visitor {
  readonly id: string;
  readonly country: Country;
}

/** The shapes of a garland's flags. */
export type Shape = 'pennant' | 'swallowtail' | 'scallop' | 'lantern';

/** A garland. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** In dollars. */
  readonly price: number;
  readonly shape: Shape;
  readonly colours: readonly string[];
  /** The colour of the wall behind it. */
  readonly wall: string;
}

export const products: readonly Product[] = [
  {
    id: 'harvest',
    name: 'Harvest',
    text: 'Brushed linen in rust, ochre and straw',
    price: 28,
    shape: 'pennant',
    colours: ['#b4532a', '#e0a030', '#7a8450', '#e8cf94'],
    wall: '#f4e7d3',
  },
  {
    id: 'riviera',
    name: 'Riviera',
    text: 'Swallowtails of sailcloth, made for wind',
    price: 34,
    shape: 'swallowtail',
    colours: ['#1f4e79', '#fbfdff', '#d64933', '#7fb3d5'],
    wall: '#dbe8f1',
  },
  {
    id: 'nightfall',
    name: 'Nightfall',
    text: 'Paper lanterns, for after dinner',
    price: 46,
    shape: 'lantern',
    colours: ['#f2c14e', '#f7e7b4', '#e58a4e', '#d9cdf0'],
    wall: '#343158',
  },
  {
    id: 'number-one',
    name: 'Number One',
    text: 'Felt scallops for a first birthday',
    price: 22,
    shape: 'scallop',
    colours: ['#f28482', '#f6bd60', '#84a59d', '#fffaf3'],
    wall: '#f9e2d8',
  },
  {
    id: 'meadow',
    name: 'Meadow',
    text: 'Cotton, in the greens of late May',
    price: 24,
    shape: 'pennant',
    colours: ['#2f6b4f', '#8db580', '#f2c14e', '#f5f7ea'],
    wall: '#dde9d2',
  },
  {
    id: 'chalk',
    name: 'Chalk',
    text: 'Unbleached, for those who paint their own',
    price: 18,
    shape: 'swallowtail',
    colours: ['#fbf8f2', '#efe8da', '#e4dac7', '#f6f1e7'],
    wall: '#c9bba4',
  },
  {
    id: 'carnival',
    name: 'Carnival',
    text: 'Everything at once',
    price: 26,
    shape: 'pennant',
    colours: ['#d7263d', '#1b998b', '#f2c14e', '#2e294e', '#f46036'],
    wall: '#fdeedd',
  },
  {
    id: 'fjord',
    name: 'Fjord',
    text: 'Scallops of boiled wool',
    price: 38,
    shape: 'scallop',
    colours: ['#264653', '#2a9d8f', '#a8c5c2', '#f3f8f7'],
    wall: '#d3e3e0',
  },
];

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 });

/** Formats a price for people. */
export const formatPrice = (amount: number): string => dollars.format(amount);

/** Above this the shop pays the post. */
export const freeFrom = 50;

/** Returns the price of everything in a bag, and of sending it. */
export function sumPrices(bag: readonly string[]): { readonly items: number; readonly shipping: number } {
  const items = bag.reduce((sum, id) => sum + (products.find((product) => product.id === id)?.price ?? 0), 0);
  return { items, shipping: items >= freeFrom ? 0 : 6 };
}

import { freeFrom, formatPrice, sumPrices } from './products.ts';

/** Shows the total. */
export function Total({ bag }: { bag: readonly string[] }) {
  const { items, shipping } = sumPrices(bag);
  return (
    <dl className="total">
      <dt>
        Shipping <small>free from {formatPrice(freeFrom)}</small>
      </dt>
      <dd>{shipping === 0 ? 'Free' : formatPrice(shipping)}</dd>
      <dt>Total</dt>
      <dd>{formatPrice(items + shipping)}</dd>
    </dl>
  );
}

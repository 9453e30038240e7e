import { freeFrom, priceOf, totalOf } from './products.ts';

/** Shows the total. */
export function Total({ bag }: { bag: readonly string[] }) {
  const { items, shipping } = totalOf(bag);
  return (
    <dl className="total">
      <dt>
        Shipping <small>free from {priceOf(freeFrom)}</small>
      </dt>
      <dd>{shipping === 0 ? 'Free' : priceOf(shipping)}</dd>
      <dt>Total</dt>
      <dd>{priceOf(items + shipping)}</dd>
    </dl>
  );
}

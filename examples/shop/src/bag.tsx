import { useEffect, useRef, useState } from 'react';
import { Checkout } from './checkout.tsx';
import { formatPrice, products } from './products.ts';
import { Total } from './total.tsx';

interface BagProps {
  readonly bag: readonly string[];
  readonly setBag: (bag: readonly string[]) => void;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Shows the visitor's choice, and leads to the checkout. */
export function Bag({ bag, setBag, isOpen, close }: BagProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState<'bag' | 'checkout' | 'ordered'>('bag');
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step !== 'bag') title.current?.focus();
  }, [step]);
  const leave = () => {
    setStep('bag');
    close();
  };
  const finish = () => {
    setBag([]);
    setStep('ordered');
  };
  return (
    <dialog ref={dialog} className="panel" onClose={leave} aria-labelledby="panel-title">
      <div className="panel-head">
        <h2 id="panel-title" ref={title} tabIndex={-1}>
          {{ bag: 'Your bag', checkout: 'Checkout', ordered: 'Thank you' }[step]}
        </h2>
        <button className="quiet" onClick={leave} aria-label="Close">
          ✕
        </button>
      </div>
      {step === 'bag' && <Items bag={bag} setBag={setBag} checkOut={() => setStep('checkout')} />}
      {step === 'checkout' && <Checkout bag={bag} back={() => setStep('bag')} finish={finish} />}
      {step === 'ordered' && (
        <p role="status">
          Your garlands will be cut on the next working day. Hang them where everybody can see them.
        </p>
      )}
    </dialog>
  );
}

function Items({ bag, setBag, checkOut }: Pick<BagProps, 'bag' | 'setBag'> & { checkOut: () => void }) {
  if (bag.length === 0) return <p className="empty">There is nothing in it yet.</p>;
  const counted = products
    .map((product) => ({ ...product, count: bag.filter((id) => id === product.id).length }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <ul className="items">
        {counted.map(({ id, name, price, count }) => (
          <li key={id}>
            <span>
              {name} {count > 1 && <small>× {count}</small>}
            </span>
            <span>{formatPrice(price * count)}</span>
            <button
              className="quiet"
              onClick={() => setBag(bag.filter((each) => each !== id))}
              aria-label={`Remove ${name}`}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Total bag={bag} />
      <button className="wide" onClick={checkOut}>
        Check out
      </button>
    </>
  );
}

import { useState, type FormEvent, type ReactNode } from 'react';
import { useTrack, useVariable } from '@bunting/react';
import { sumPrices } from './products.ts';
import { Total } from './total.tsx';

interface CheckoutProps {
  readonly bag: readonly string[];
  readonly back: () => void;
  readonly finish: () => void;
}

/**
 * Shows the experiment: three steps or one page. Visitors who see the checkout are exposed to it, and their order counts for the layout
 * they saw. The form never changes while somebody fills it in.
 */
export function Checkout({ bag, back, finish }: CheckoutProps) {
  const served = useVariable('checkout-layout', 'classic');
  const [layout] = useState(served);
  const [step, setStep] = useState(0);
  const track = useTrack();
  const isOnePage = layout === 'one-page';
  const isLast = isOnePage || step === 2;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isLast) return setStep(step + 1);
    const { items, shipping } = sumPrices(bag);
    track('purchase', { value: items + shipping });
    finish();
  };
  const shows = (index: number) => isOnePage || step === index;
  return (
    <form className="checkout" onSubmit={submit}>
      {!isOnePage && <p className="step">Step {step + 1} of 3</p>}
      <Part title="Contact" isShown={shows(0)}>
        <Field label="E-mail" type="email" autoComplete="email" />
      </Part>
      <Part title="Delivery" isShown={shows(1)}>
        <Field label="Name" autoComplete="name" />
        <Field label="Street and number" autoComplete="street-address" />
        <Field label="City" autoComplete="address-level2" />
      </Part>
      <Part title="Payment" isShown={shows(2)}>
        <p>We send an invoice with the parcel. You pay when it hangs.</p>
        <Total bag={bag} />
      </Part>
      <div className="buttons">
        <button type="button" className="quiet" onClick={step > 0 ? () => setStep(step - 1) : back}>
          Back
        </button>
        <button type="submit">{isLast ? 'Place the order' : 'Continue'}</button>
      </div>
    </form>
  );
}

/** Parts that are not shown keep what was filled in, and are not asked for. */
function Part({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  return (
    <fieldset hidden={!isShown} disabled={!isShown}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Field({
  label,
  type = 'text',
  autoComplete,
}: {
  label: string;
  type?: string;
  autoComplete: string;
}) {
  return (
    <label>
      {label}
      <input type={type} autoComplete={autoComplete} required />
    </label>
  );
}

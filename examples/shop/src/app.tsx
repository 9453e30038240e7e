import { useState } from 'react';
import type { Client } from '@bunting/client';
import { BuntingProvider } from '@bunting/react';
import { Bag } from './bag.tsx';
import { Banner } from './banner.tsx';
import { Catalogue, Recommended } from './catalogue.tsx';
import { Swags } from './garland.tsx';
import type { PageState } from './page-state.ts';
import { ShipTo } from './ship-to.tsx';

/** Shows everything between `<body>` and `</body>`, on the server and in the page. */
export function App({ client, state }: { client: Client; state: PageState }) {
  const [bag, setBag] = useState<readonly string[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const add = (id: string) => setBag([...bag, id]);
  return (
    <BuntingProvider client={client}>
      <a className="skip" href="#catalogue">
        Skip to the garlands
      </a>
      <Banner />
      <header className="head">
        <a className="name" href="/">
          Acme Garlands
        </a>
        <div className="tools">
          <ShipTo visitor={state.user} />
          <button className="bag-button" onClick={() => setIsOpen(true)}>
            Bag <span className="count">{bag.length}</span>
          </button>
        </div>
      </header>
      <p className="unseen" role="status">
        {bag.length > 0 && `${bag.length} in the bag`}
      </p>
      <main>
        <section className="hero">
          <Swags />
          <h1>Hang something up.</h1>
          <p>
            Garlands, swallowtails and paper lanterns, cut and sewn to order. Three metres each, with loops at
            both ends.
          </p>
        </section>
        <Catalogue add={add} />
        <Recommended count={state.recommendations} add={add} />
      </main>
      <footer className="foot">
        <p>
          Acme Garlands is an example of <strong>Bunting</strong>. Nothing here is for sale, and nothing is
          sent.
        </p>
      </footer>
      <Bag bag={bag} setBag={setBag} isOpen={isOpen} close={() => setIsOpen(false)} />
    </BuntingProvider>
  );
}

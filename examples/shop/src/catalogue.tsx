import { GarlandPicture } from './garland.tsx';
import { formatPrice, products, type Product } from './products.ts';

type Add = (id: string) => void;

/** Shows everything that the shop has. */
export function Catalogue({ add }: { add: Add }) {
  return (
    <section aria-labelledby="catalogue">
      <h2 id="catalogue" tabIndex={-1}>
        All garlands
      </h2>
      <ul className="cards">
        {products.map((product) => (
          <Card key={product.id} product={product} add={add} />
        ))}
      </ul>
    </section>
  );
}

/** Shows a few products; their number is a variable that only the server reads. */
export function Recommended({ count, add }: { count: number; add: Add }) {
  const chosen = [...products].toSorted((a, b) => b.price - a.price).slice(0, count);
  return (
    <section aria-labelledby="recommended" className="recommended">
      <h2 id="recommended">Favourites</h2>
      <ul className="rows">
        {chosen.map(({ id, name, text, price }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{text}</span>
            <button className="quiet" onClick={() => add(id)} aria-label={`Add ${name} to the bag`}>
              {formatPrice(price)} · Add
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ product, add }: { product: Product; add: Add }) {
  const { id, name, text, price } = product;
  return (
    <li className="card">
      <GarlandPicture {...product} />
      <h3>{name}</h3>
      <p>{text}</p>
      <div className="buy">
        <span className="price">{formatPrice(price)}</span>
        <button onClick={() => add(id)} aria-label={`Add ${name} to the bag`}>
          Add to bag
        </button>
      </div>
    </li>
  );
}

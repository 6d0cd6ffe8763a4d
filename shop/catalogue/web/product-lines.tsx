import { useResponse } from "#client/use-response.ts";
import type { ProductCard } from "../card.ts";
import { ProductLine } from "./product-line.tsx";
import { loadViewedProducts } from "./viewed-products.ts";

interface ProductLinesProps {
  id: string;
  title: string;
  products: readonly ProductCard[];
  small?: boolean;
}

export const ProductLines = ({ id, title, products, small = false }: ProductLinesProps) => (
  <section aria-labelledby={id}>
    <h3 id={id} className="eyebrow">
      {title}
    </h3>
    <ul className="stack">
      {products.map((product) => (
        <li key={product._id}>
          <ProductLine product={product} small={small} />
        </li>
      ))}
    </ul>
  </section>
);

/** The maximum number of viewed products in the search drawer. They fit below the six default subcategories. */
const SHOWN = 4;

export function ViewedLines() {
  const viewed = useResponse("all", (signal) => loadViewedProducts(signal, { most: SHOWN }));
  if (viewed.state !== "loaded" || viewed.value.length === 0) return null;
  return <ProductLines id="viewed-products" title="Recently viewed" products={viewed.value} small />;
}

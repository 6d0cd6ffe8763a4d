import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { type ProductCard, toCard } from "../card.ts";
import { listProducts } from "../endpoints.ts";
import { getProducts } from "../listing.ts";
import { ProductLine } from "./product-line.tsx";
import styles from "./first-pieces.module.css";

export async function loadFirstPieces(count: number, signal: AbortSignal): Promise<ProductCard[]> {
  const listing = await call(listProducts, { query: { page: "1", limit: String(count) } }, signal);
  return getProducts(listing).slice(0, count).map(toCard);
}

/** Suggests three products on pages without a product list. Renders nothing until they are loaded. */
export function SomePieces() {
  const products = useResponse("first", (signal) => loadFirstPieces(3, signal));
  return (
    products.state === "loaded" && <FirstPiecesList title="You may like these" products={products.value} />
  );
}

export const FirstPiecesList = ({ title, products }: { title: string; products: ProductCard[] }) => (
  <section className={styles.pieces} aria-label={title}>
    <h2 className="eyebrow">{title}</h2>
    <ul className={styles.list}>
      {products.map((product) => (
        <li key={product._id}>
          <ProductLine product={product} />
        </li>
      ))}
    </ul>
  </section>
);

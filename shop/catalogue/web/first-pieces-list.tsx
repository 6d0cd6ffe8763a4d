import { call } from "#client/api.ts";
import { toCard } from "../card.ts";
import { listProducts } from "../endpoints.ts";
import { getProducts } from "../listing.ts";
import { ProductLine } from "./product-line.tsx";
import styles from "./first-pieces.module.css";

export async function loadFirstPieces(title: string, count: number, signal: AbortSignal) {
  const listing = await call(listProducts, { query: { page: "1", limit: String(count) } }, signal);
  return (
    <section className={styles.pieces} aria-label={title}>
      <h2 className="eyebrow">{title}</h2>
      <ul className={styles.list}>
        {getProducts(listing)
          .slice(0, count)
          .map((product) => (
            <li key={product._id}>
              <ProductLine product={toCard(product)} />
            </li>
          ))}
      </ul>
    </section>
  );
}

import { formatCount } from "#contract/text.ts";
import type { ProductCard } from "../card.ts";
import { ProductLine } from "./product-line.tsx";
import styles from "./found-products.module.css";

/** The products a search has found, small and one below the other. What was found is also said aloud. */
export const FoundProducts = ({ products }: { products: readonly ProductCard[] | null }) => (
  <>
    <p role="status" className="visually-hidden">
      {products &&
        (products.length > 0 ? `${formatCount(products.length, "product")} found` : "No products found")}
    </p>
    {products && products.length > 0 && (
      <section aria-labelledby="found-products">
        <h3 id="found-products" className="eyebrow">
          Products
        </h3>
        <ul className={styles.products}>
          {products.map((product) => (
            <li key={product._id}>
              <ProductLine product={product} />
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

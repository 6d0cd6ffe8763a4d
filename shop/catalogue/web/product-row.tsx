import type { ProductCard as Card } from "../card.ts";
import { ProductCard } from "./product-card.tsx";
import styles from "./product-row.module.css";

export const ProductRow = ({ products }: { products: readonly Card[] }) => (
  <ul className={styles.row}>
    {products.map((product) => (
      <li key={product._id} className={styles.place}>
        <ProductCard product={product} sizes="(min-width: 768px) min(23vw, 290px), 44vw" level={3} />
      </li>
    ))}
  </ul>
);

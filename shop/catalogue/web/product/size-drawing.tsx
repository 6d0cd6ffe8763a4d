import type { ProductCard } from "../../card.ts";
import { describeDrawing, describeSizes, getDrawingHref, hasFootprint } from "../../sizes.ts";
import { CompareSizesButton } from "../compare-sizes-button.tsx";
import styles from "./size-drawing.module.css";

export const SIZE_ID = "size";

export function SizeDrawing({ product }: { product: ProductCard }) {
  const { subcategory, size } = product;
  if (!size.some(hasFootprint)) return null;
  return (
    <section id={SIZE_ID} className="stack top gap-4">
      <h2 className="h3">Size</h2>
      <figure className={styles.figure}>
        <img
          className={styles.drawing}
          src={getDrawingHref([product._id])}
          alt={describeDrawing([product])}
          loading="lazy"
          decoding="async"
        />
        <figcaption className="small soft">{describeSizes(size)}. Drawn to scale.</figcaption>
      </figure>
      <CompareSizesButton query={{ subcategory }} first={product} className="self-start" />
    </section>
  );
}

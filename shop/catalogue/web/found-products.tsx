import { links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import { carry } from "#client/links.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import type { ProductCard } from "../card.ts";
import { getPicture } from "../get-picture.ts";
import { getOriginalPrice, getPrice } from "../price.ts";
import { getStockNote } from "#shop/inventory/stock.ts";
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
              <Found product={product} />
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

function Found({ product }: { product: ProductCard }) {
  const { _id, title, materials, images } = product;
  const note = getStockNote(product);
  return (
    <a href={links.product(_id)} {...carry(product)} className={styles.product}>
      <Picture picture={getPicture(images[0])} alt="" sizes="5rem" className={styles.picture} />
      <span className={styles.words}>
        <span>{title}</span>
        <span className={styles.wood}>{[...materials, ...(note ? [note] : [])].join(" · ")}</span>
        <Price paise={getPrice(product)} originalPaise={getOriginalPrice(product) ?? undefined} />
      </span>
    </a>
  );
}

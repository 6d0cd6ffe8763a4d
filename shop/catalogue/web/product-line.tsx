import { links } from "#contract/links.ts";
import { carry } from "#client/links.tsx";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { getStockNote } from "#shop/inventory/stock.ts";
import { formatWoodAndSize, type ProductCard } from "../card.ts";
import { getPicture } from "../product.ts";
import { PiecePrice } from "./piece-price.tsx";
import styles from "./product-line.module.css";

export function ProductLine({ product, small = false }: { product: ProductCard; small?: boolean }) {
  const { _id, title, images } = product;
  const note = getStockNote(product);
  return (
    <a
      href={links.product(_id)}
      {...carry(product)}
      className={classNames(styles.product, small && styles.small)}
    >
      <Picture
        picture={getPicture(images[0])}
        alt=""
        sizes={small ? "56px" : "5rem"}
        className="rounded square"
      />
      <span className="stack gap-1 snug">
        <span className="clamped">{title}</span>
        {!small && (
          <span className={styles.wood}>
            {formatWoodAndSize(product)}
            {note && <span className="unbroken bad">{note}</span>}
          </span>
        )}
        <PiecePrice product={product} />
      </span>
    </a>
  );
}

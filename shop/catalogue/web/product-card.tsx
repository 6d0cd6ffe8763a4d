import { use, useState } from "react";
import { links } from "#contract/links.ts";
import { carry } from "#client/links.tsx";
import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { isSoldOut, getStockNote } from "#shop/inventory/stock.ts";
import { describeRating, formatRating, formatWoodAndSize, type ProductCard as Card } from "../card.ts";
import { getPicture } from "../product.ts";
import { CardActionContext } from "./card-action.ts";
import { PiecePrice } from "./piece-price.tsx";
import styles from "./product-card.module.css";

/**
 * The widths of a card's picture. The one for phones is slightly too small, so that phones of medium pixel density load
 * the smallest file.
 */
const SIZES = "(min-width: 1024px) min(23vw, 290px), (min-width: 768px) 31vw, 41vw";

/** Maximum width in px for browsers with AVIF: nearly two pixels per CSS pixel of the widest card (353 px). */
const WIDEST = 640;

export function ProductCard(props: { product: Card; priority?: boolean; sizes?: string; level?: 2 | 3 }) {
  const { product, priority = false, sizes = SIZES, level = 2 } = props;
  const Title = `h${level}` as const;
  const renderAction = use(CardActionContext);
  const [first, second] = product.images;
  const [isNear, setNear] = useState(false);
  const note = getStockNote(product);
  const wood = (
    <p className={styles.wood}>
      {formatWoodAndSize(product)}
      {note && <span className={styles.note}>{note}</span>}
    </p>
  );
  return (
    <article
      className={styles.card}
      data-sold-out={isSoldOut(product) || undefined}
      onPointerEnter={() => setNear(true)}
    >
      <Picture
        picture={getPicture(first)}
        alt={first?.alt ?? ""}
        sizes={sizes}
        priority={priority}
        widest={WIDEST}
        className={styles.picture}
      />
      {isNear && second && (
        <Picture
          picture={getPicture(second)}
          alt=""
          sizes={sizes}
          widest={WIDEST}
          className={styles.second}
        />
      )}
      <div className={styles.words}>
        <Title className={styles.title}>
          <a href={links.product(product._id)} {...carry(product)} className="stretched">
            {product.title}
          </a>
        </Title>
        {product.rating ? (
          <div className={styles.facts}>
            {wood}
            <p className={styles.rating}>
              <span aria-hidden="true">{formatRating(product.rating)}</span>
              <span className="visually-hidden">{describeRating(product.rating)}</span>
            </p>
          </div>
        ) : (
          wood
        )}
        <PiecePrice product={product} />
      </div>
      {renderAction(product)}
    </article>
  );
}

export const ProductCardSkeleton = () => (
  <div className={styles.card}>
    <Skeleton shape="picture" />
    <div className={styles.words}>
      <Skeleton />
      <Skeleton className={styles.short} />
    </div>
  </div>
);

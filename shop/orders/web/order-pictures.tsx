import { narrowHref } from "#shop/media/pictures.ts";
import type { Order } from "../order.ts";
import styles from "./order-timeline.module.css";

/** So many pictures stand beside the steps; the table below has them all. */
const MOST_PICTURES = 3;

/** What is in the order, to be seen at a glance. */
export const OrderPictures = ({ items }: Pick<Order, "items">) => {
  const images = items.flatMap(({ productId }) => productId.images.slice(0, 1));
  return (
    images.length > 0 && (
      <div className={styles.pieces}>
        {images.slice(0, MOST_PICTURES).map(({ url }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of an order never move
          <img key={index} src={narrowHref(url)} alt="" width={96} height={96} />
        ))}
      </div>
    )
  );
};

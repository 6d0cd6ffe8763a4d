/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   The roles keep it a table for screen readers where the style sheet makes it cards. */
import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import { fromRupees, formatRupees } from "#contract/money.ts";
import { ColumnHead } from "#ui/column-head.tsx";
import { getItemTitle, type OrderItem, orderMessages } from "../order.ts";
import { describeCancelled } from "../piece-cancellation.ts";
import styles from "./order-items.module.css";

interface OrderItemsProps {
  items: readonly OrderItem[];
  renderAction?: ((item: OrderItem) => ReactNode) | undefined;
}

/** The products of an order. A product that was removed from the shop later keeps its title (§2.15, D91). */
export function OrderItems({ items, renderAction }: OrderItemsProps) {
  if (items.length === 0) return <p>{orderMessages.itemsEmpty}</p>;
  return (
    <table role="table" className={styles.table}>
      <caption className="visually-hidden">Products in this order</caption>
      <thead role="rowgroup">
        <tr role="row">
          <ColumnHead>Product</ColumnHead>
          <ColumnHead>Quantity</ColumnHead>
          <ColumnHead>Price</ColumnHead>
          <ColumnHead>Total</ColumnHead>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- products may be unknown, and lines never move
          <ItemRow key={index} item={item} action={renderAction?.(item)} />
        ))}
      </tbody>
    </table>
  );
}

function ItemRow({ item, action }: { item: OrderItem; action: ReactNode }) {
  const { productId: product, quantity, price, cancelled = 0 } = item;
  const unit = fromRupees(price) ?? 0;
  const [image] = product.images;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className={styles.product}>
          {image && (
            <img src={image.url} alt="" width={72} height={72} loading="lazy" className={styles.picture} />
          )}
          <span className={styles.about}>
            {product._id ? (
              <a href={links.product(product._id)}>{getItemTitle(item)}</a>
            ) : (
              <span>{getItemTitle(item)}</span>
            )}
            {cancelled > 0 && (
              <span className={styles.cancelled}>{describeCancelled({ cancelled, quantity })}</span>
            )}
            {action}
          </span>
        </span>
      </th>
      <td role="cell">{quantity}</td>
      <td role="cell" translate="no">
        {formatRupees(unit)}
      </td>
      <td role="cell" translate="no">
        {formatRupees(unit * quantity)}
      </td>
    </tr>
  );
}

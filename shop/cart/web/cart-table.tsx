/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Where the style sheet shows the cart as cards, browsers drop the table's roles; these attributes restore them. */
import { links } from "#contract/links.ts";
import { formatRupees } from "#contract/money.ts";
import { ColumnHead } from "#ui/column-head.tsx";
import { classNames } from "#ui/class-names.ts";
import { getPrice, formatPrice } from "#shop/catalogue/price.ts";
import { describeSizes } from "#shop/catalogue/sizes.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import { formatInclusivePrice } from "#shop/pricing/gst.ts";
import { type CartItem, calculateLineTotal } from "../cart.ts";
import { LineNote, LinePicture, LineQuantity, RemoveButton, useQuantityChange } from "./line-parts.tsx";
import { useRemoval } from "./removal.tsx";
import styles from "./cart-table.module.css";

export function CartTable({ lines }: { lines: readonly CartItem[] }) {
  const { ask, dialog } = useRemoval();
  return (
    <>
      <table role="table" className={styles.table}>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            <ColumnHead colSpan={2}>Product</ColumnHead>
            <ColumnHead>Price</ColumnHead>
            <ColumnHead>Quantity</ColumnHead>
            <ColumnHead className={styles.number}>Total</ColumnHead>
            <ColumnHead className={styles.removal}>
              <span className="visually-hidden">Remove</span>
            </ColumnHead>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map((line) => (
            <Row key={line.productId} line={line} onRemove={ask} />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  );
}

function Row({ line, onRemove }: { line: CartItem; onRemove: (productId: string) => void }) {
  const change = useQuantityChange(line);
  return (
    <tr role="row" className={classNames(styles.line, isSoldOut(line) && "sold-out", change)}>
      <td role="cell" className={styles.picture}>
        <LinePicture line={line} className={styles.frame} />
      </td>
      <td role="cell" className={styles.text}>
        <a href={links.product(line.productId)} className={styles.title}>
          {line.title}
        </a>
        {line.category && <p className={classNames("small soft balanced", styles.fact)}>{line.category}</p>}
        {line.size.length > 0 && (
          <p className={classNames("small soft balanced", styles.fact)}>{describeSizes(line.size)}</p>
        )}
        <LineNote line={line} className={styles.note} />
      </td>
      <td role="cell" className={styles.price}>
        <span translate="no">{formatPrice(line)}</span>
        <p className={classNames("fine soft balanced", styles.inclusive)}>
          {formatInclusivePrice(getPrice(line), useTaxRates(), line)}
        </p>
      </td>
      <td role="cell" className={styles.quantity}>
        <LineQuantity line={line} />
      </td>
      <td role="cell" className={styles.total}>
        <span translate="no">{formatRupees(calculateLineTotal(line))}</span>
      </td>
      <td role="cell" className={styles.remove}>
        <RemoveButton line={line} onAsk={onRemove} />
      </td>
    </tr>
  );
}

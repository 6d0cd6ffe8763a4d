import { fromRupees, formatRupees } from "#contract/money.ts";
import { narrowHref } from "#shop/media/pictures.ts";
import type { Order } from "../order.ts";
import { getExpectedDelivery, getPaymentDeadlineText } from "../progress.ts";
import { isPayable, wasPaid } from "../status.ts";
import styles from "./order-history.module.css";

/** What one sees of an order first: its first piece. */
export const FirstPicture = ({ items }: Pick<Order, "items">) => {
  const [image] = items.flatMap(({ productId }) => productId.images);
  return (
    <span className={styles.picture}>
      {image && <img src={narrowHref(image.url)} alt="" width={56} height={56} loading="lazy" />}
      {items.length > 1 && (
        <span className={styles.more} aria-hidden="true">
          +{items.length - 1}
        </span>
      )}
    </span>
  );
};

/** The total is before the coupon (D1): this is what was paid in the end. */
export const AmountPaid = ({ order }: { order: Order }) =>
  wasPaid(order.paymentStatus) && (
    <small className={styles.paid}>
      paid <span translate="no">{formatAmount(order.grandTotal)}</span>
    </small>
  );

export const formatAmount = (inRupees: number): string => formatRupees(fromRupees(inRupees) ?? 0);

/** When it is expected, or until when it is to be paid. */
export const Expected = ({ order }: { order: Order }) => {
  const [delivery, deadline] = [
    getExpectedDelivery(order),
    isPayable(order) ? getPaymentDeadlineText(order) : null,
  ];
  return (
    <>
      {delivery && (
        <small className={styles.expected}>
          <span className="visually-hidden">Expected delivery </span>
          {delivery}
        </small>
      )}
      {deadline && <small className={styles.expected}>Unpaid, it lapses on {deadline}</small>}
    </>
  );
};

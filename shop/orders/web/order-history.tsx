/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Where the style sheet shows the table as cards, browsers drop its roles; these restore them for screen readers. */

import { links } from "#contract/links.ts";
import { formatDate, formatDeadline } from "#contract/dates.ts";
import { ColumnHead } from "#ui/column-head.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { type Order } from "../order.ts";
import { isPayable, orderFallbacks } from "../status.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import styles from "./order-history.module.css";
import { OrderStatusBadge, PaymentStatusBadge, useOrderChange } from "./order-status.tsx";
import { fromRupees, formatRupees } from "#contract/money.ts";
import { narrowHref } from "#shop/media/pictures.ts";
import { describeReplacement } from "../parcels.ts";
import {
  describeCashDue,
  describeDelay,
  describePaymentDeadline,
  getExpectedDelivery,
  LOST,
} from "../progress.ts";

interface OrderHistoryProps {
  orders: readonly Order[];
  onPay: (order: Order) => void;
}

/** The customer's orders as a table, or as cards in narrow windows (§2.14). */
export const OrderHistory = ({ orders, onPay }: OrderHistoryProps) => (
  <table role="table" className={styles.table}>
    <caption className="visually-hidden">Your orders</caption>
    <thead role="rowgroup">
      <tr role="row">
        {["Order ID", "Date", "Total", "Payment", "Status", "Action"].map((name) => (
          <ColumnHead key={name}>{name}</ColumnHead>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {orders.map((order) => (
        <OrderRow key={order._id} order={order} onPay={onPay} />
      ))}
    </tbody>
  </table>
);

function OrderRow({ order, onPay }: { order: Order; onPay: OrderHistoryProps["onPay"] }) {
  const change = useOrderChange(order);
  return (
    <tr role="row" className={classNames(styles.row, change)}>
      <th role="rowheader" scope="row" className={styles.id}>
        <span translate="no" className={styles.name}>
          <FirstPicture {...order} />
          {order.orderId}
        </span>
      </th>
      <td role="cell" className={styles.date}>
        {formatDate(order.createdAt) ?? orderFallbacks.date}
      </td>
      <td role="cell" className={classNames("tabular", styles.total)}>
        <span translate="no">{formatAmount(order.totalAmount)}</span> <AmountPaid order={order} />
      </td>
      <td role="cell" data-label="Payment">
        <PaymentStatusBadge order={order} />
      </td>
      <td role="cell" className={styles.status}>
        <span data-label="Status">
          <OrderStatusBadge status={order.orderStatus} />
        </span>
        <Expected order={order} />
      </td>
      <td role="cell" className={styles.actions}>
        <span className={styles.buttons}>
          {isPayable(order) && (
            <Button variant="primary" onClick={() => onPay(order)}>
              Pay now
              <span className="visually-hidden">
                {" "}
                for order <span translate="no">{order.orderId}</span>
              </span>
            </Button>
          )}
          <ButtonLink variant="secondary" href={links.orderDetails(order.orderId)}>
            View
            <span className="visually-hidden">
              {" "}
              order <span translate="no">{order.orderId}</span>
            </span>
          </ButtonLink>
        </span>
      </td>
    </tr>
  );
}

const FirstPicture = ({ items }: Pick<Order, "items">) => {
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

/** The amount after the coupon. The table row shows the total before the coupon (D1). */
function AmountPaid({ order }: { order: Order }) {
  const label = wasPaid(order.paymentStatus) ? "paid" : describeCashDue(order) !== null ? "in cash" : null;
  return (
    label && (
      <small className={styles.paid}>
        {label} <span translate="no">{formatAmount(order.grandTotal)}</span>
      </small>
    )
  );
}

const formatAmount = (inRupees: number): string => formatRupees(fromRupees(inRupees) ?? 0);

const Expected = ({ order }: { order: Order }) => {
  const delivery = getExpectedDelivery(order);
  const delay = describeDelay(order);
  const deadline = isPayable(order) ? describePaymentDeadline(order, new Date(order.serverTime)) : null;
  return (
    <>
      {delivery && (
        <small className={styles.expected}>
          <span className="visually-hidden">Expected delivery </span>
          {delivery}
        </small>
      )}
      {delay && <small className={styles.expected}>{delay}</small>}
      {describeReplacement(order) !== null && <small className={styles.expected}>Free replacement</small>}
      {order.lostAt !== undefined && <small className={styles.expected}>{LOST}</small>}
      {order.cancellation?.status === "Pending" && (
        <small className={styles.expected}>Cancellation requested</small>
      )}
      {deadline && <small className={styles.expected}>{deadline}</small>}
      {order.cash?.confirmBy && (
        <small className={styles.expected}>
          Confirm by {formatDeadline(order.cash.confirmBy, new Date(order.serverTime))}, or the order expires
        </small>
      )}
    </>
  );
};

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Where the style sheet shows the table as cards, browsers drop its roles; these attributes restore them. */

import { links } from "#contract/links.ts";
import { formatDate, formatDeadline } from "#contract/dates.ts";
import ChevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import ChevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import { foldPages, toPage } from "#contract/paging.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Options, SelectField, TextField } from "#ui/field.tsx";
import { ColumnHead } from "#ui/column-head.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { type Order } from "../order.ts";
import { type OrderSort, type OrderView, orderPageSizes, orderSorts } from "../order-list.ts";
import { isPayable, isPayableOnline, orderFallbacks, orderStatuses } from "../status.ts";
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
  getPayButton: (orderId: string) => { id: string; onClick: () => void };
}

/** The customer's orders as a table, or as cards in narrow windows (§2.14). */
export const OrderHistory = ({ orders, getPayButton }: OrderHistoryProps) => (
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
        <OrderRow key={order._id} order={order} getPayButton={getPayButton} />
      ))}
    </tbody>
  </table>
);

function OrderRow({ order, getPayButton }: Pick<OrderHistoryProps, "getPayButton"> & { order: Order }) {
  const change = useOrderChange(order);
  return (
    <tr role="row" className={classNames(styles.row, change)}>
      <th role="rowheader" scope="row" className={styles.id}>
        <span translate="no" className={styles.name}>
          <FirstPicture {...order} />
          {order.orderId}
        </span>
      </th>
      <td role="cell" className={classNames("unbroken", styles.date)}>
        {formatDate(order.createdAt) ?? orderFallbacks.date}
      </td>
      <td role="cell" className={classNames("tabular", styles.total)}>
        <span translate="no">{formatAmount(order.totalAmount)}</span> <PaidOrDue order={order} />
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
        <span className={classNames("row wrap gap-2", styles.buttons)}>
          {isPayableOnline(order) && (
            <Button {...getPayButton(order.orderId)} variant="primary">
              Pay now
              <HiddenName words="for order" {...order} />
            </Button>
          )}
          <ButtonLink variant="secondary" href={links.orderDetails(order.orderId)}>
            View
            <HiddenName words="order" {...order} />
          </ButtonLink>
        </span>
      </td>
    </tr>
  );
}

const HiddenName = ({ words, orderId }: { words: string; orderId: string }) => (
  <span className="visually-hidden">
    {` ${words} `}
    <span translate="no">{orderId}</span>
  </span>
);

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

/** The amount paid or to pay, after the coupon. The row's total is before the coupon (D1). */
function PaidOrDue({ order }: { order: Order }) {
  const due = isPayable(order) ? "to pay" : describeCashDue(order) !== null && "in cash";
  const label = wasPaid(order.paymentStatus) ? "paid" : due;
  return (
    label && (
      <small className={classNames("unbroken", styles.paid)}>
        {label} <span translate="no">{formatAmount(order.grandTotal)}</span>
      </small>
    )
  );
}

const formatAmount = (inRupees: number): string => formatRupees(fromRupees(inRupees) ?? 0);

const Expected = ({ order }: { order: Order }) => {
  const delivery = getExpectedDelivery(order);
  const now = new Date(order.serverTime);
  const notes = [
    describeDelay(order),
    describeReplacement(order) !== null && "Free replacement",
    order.lostAt !== undefined && LOST,
    order.cancellation?.status === "Pending" && "Cancellation requested",
    isPayable(order) && describePaymentDeadline(order, now),
    order.cash?.confirmBy && `Confirm by ${formatDeadline(order.cash.confirmBy, now)}, or the order expires`,
  ];
  return (
    <>
      {delivery && (
        <small className={styles.expected}>
          <span className="visually-hidden">Expected delivery </span>
          {delivery}
        </small>
      )}
      {notes.map(
        (note) =>
          note && (
            <small key={note} className={styles.expected}>
              {note}
            </small>
          ),
      )}
    </>
  );
};

interface OrderSearchProps {
  view: OrderView;
  /** The new view is always on page 1 (D72). */
  onChange: (view: OrderView) => void;
}

export function OrderSearch({ view, onChange }: OrderSearchProps) {
  const change = (part: Partial<OrderView>) => onChange({ ...view, ...part, page: 1 });
  return (
    <div role="search" aria-label="Your orders" className={styles.search}>
      <TextField
        label="Search"
        type="search"
        placeholder="Order ID or product"
        value={view.search}
        onChange={({ target }) => change({ search: target.value })}
        className={styles.wide}
      />
      <SelectField
        label="Status"
        value={view.status ?? ""}
        onChange={({ target }) =>
          change({ status: orderStatuses.find((status) => status === target.value) ?? null })
        }
      >
        <Options prompt="All" of={orderStatuses} />
      </SelectField>
      <SelectField
        label="Per page"
        value={String(view.size ?? "")}
        onChange={({ target }) =>
          change({ size: orderPageSizes.find((size) => String(size ?? "") === target.value) ?? null })
        }
      >
        <Options of={orderPageSizes.map((size) => [String(size ?? ""), String(size ?? "All")])} />
      </SelectField>
      <SelectField
        label="Sort by"
        className={styles.wide}
        value={view.sort}
        onChange={({ target }) => change({ sort: target.value as OrderSort })}
      >
        <Options of={Object.entries(orderSorts)} />
      </SelectField>
    </div>
  );
}

interface OrderPagesProps {
  total: number;
  page: number;
  /** The number of orders on a page. Null shows all orders on one page (D72). */
  size: number | null;
  onPage: (page: number) => void;
}

export function OrderPages({ total, page, size, onPage }: OrderPagesProps) {
  if (size === null || total <= size) return null;
  const { page: current, pages } = toPage(total, page, size);
  return (
    <nav aria-label="Pages of your orders" className={styles.pages}>
      <IconButton
        label="Previous page"
        icon={ChevronLeft}
        disabled={current === 1}
        onClick={() => onPage(current - 1)}
      />
      {foldPages(current, pages).map((number, index) =>
        number === null ? (
          <span key={`fold ${index}`} className={styles.fold}>
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className={styles.page}
            aria-label={`Page ${number}`}
            aria-current={number === current ? "page" : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
      <IconButton
        label="Next page"
        icon={ChevronRight}
        disabled={current === pages}
        onClick={() => onPage(current + 1)}
      />
    </nav>
  );
}

import { type ReactNode, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDate, getEndOfDay, toIsoDay } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import { getAnswerDeadline } from "#shop/orders/cancellation.ts";
import type { customerDetails, orderDetails, orderList } from "#shop/orders/command-results.ts";
import { isReturnOpen, listReturnRequests } from "#shop/orders/returned-pieces.ts";
import {
  calculateDeliveryDates,
  calculateDispatchDay,
  calculateReplyDay,
  formatDispatchDay,
} from "#shop/policies/delivery-dates.ts";
import { getRules } from "#shop/policies/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import { DataTable } from "./data-table.tsx";
import styles from "./order-parts.module.css";
import { Small } from "./screen-parts.tsx";

export type ShownOrder = DataOf<typeof orderDetails>;

export type ListedOrder = DataOf<typeof orderList>[number];

type OrderState = [text: string, tone: "danger" | "neutral" | "success" | "waiting"];

/** A list of many orders may omit the lines. */
type StateOfOrder = Omit<ListedOrder, "lines"> & Partial<Pick<ListedOrder, "lines">>;

export function describeState(order: StateOfOrder): OrderState {
  const { status, cancellationStatus, dispatchedAt, lostAt, partlySent, sendAgainSince, cash } = order;
  if (cancellationStatus === "Pending") return ["Cancellation requested", "danger"];
  const returned = listReturnRequests(order).find(isReturnOpen);
  if (returned) return [RETURN_STATES[returned.status] ?? `Return: ${returned.status}`, "danger"];
  if (status === "Cancelled") return ["Cancelled", "neutral"];
  if (sendAgainSince) return ["Replacement to send", "waiting"];
  if (status === "Delivered") return ["Delivered", "success"];
  if (status === "Pending") return [cash ? "To confirm" : "Unpaid", "waiting"];
  if (lostAt) return ["Lost on the way", "neutral"];
  if (partlySent) return [describeSentPieces(order), "waiting"];
  return dispatchedAt === null ? [TO_PACK, "waiting"] : [ON_ITS_WAY, "success"];
}

/** Returns for example "1 of 2 pieces sent". */
export function describeSentPieces({ lines = [] }: Pick<StateOfOrder, "lines">): string {
  const all = lines.reduce((sum, line) => sum + countLeft(line), 0);
  const unsent = lines.reduce((sum, line) => sum + (line.unsent ?? 0), 0);
  return unsent === 0 ? "Partly sent" : `${all - unsent} of ${formatCount(all, "piece")} sent`;
}

const RETURN_STATES: Readonly<Record<string, string>> = {
  Requested: "Return requested",
  Accepted: "Coming back",
  Received: "Return to be refunded",
};

/** After the promised delivery day, a parcel on its way is marked with the days since its dispatch. */
export function OrderBadge({ order }: { order: StateOfOrder }) {
  const [now] = useState(Date.now);
  const [text, tone] = describeState(order);
  if (text !== ON_ITS_WAY || !isPromiseOver(order, now)) return <Badge tone={tone}>{text}</Badge>;
  const days = Math.floor((now - Date.parse(order.dispatchedAt ?? "")) / DAY);
  return (
    <Badge tone="waiting">
      {text}, {formatCount(days, "day")}
    </Badge>
  );
}

const ON_ITS_WAY = "On its way";

const isPromiseOver = ({ createdAt, promised }: StateOfOrder, now: number): boolean =>
  now > getEndOfDay(calculateDeliveryDates(new Date(createdAt), promised).latest).getTime();

export const TO_PACK = "To pack";

/** Returns the last day to dispatch the order's unsent pieces, as midnight UTC. Null if nothing is to be packed now. */
export function findDueAt(order: Omit<ListedOrder, "lines">): string | null {
  const { status, cancellationStatus, dispatchedAt, partlySent, sendAgainSince } = order;
  const { refundAmount, payable = 0, createdAt, promised } = order;
  if (cancellationStatus === "Pending" || status === "Cancelled") return null;
  if (refundAmount && refundAmount >= payable) return null;
  const isToPack = status === "Processing" && (dispatchedAt === null || partlySent);
  // A replacement is newer than its order, so unsent pieces of the order are due first.
  const since = isToPack ? createdAt : sendAgainSince;
  return since ? calculateDispatchDay(new Date(since), promised).toISOString() : null;
}

/** Returns the last day to answer the customer's request, as midnight UTC. Null if no request waits for an answer. */
export function findAnswerDay(order: Omit<ListedOrder, "lines">): string | null {
  const { cancellationStatus, cancellationRequestedAt, promised } = order;
  // A packer does not see when a cancellation was requested.
  if (cancellationStatus === "Pending" && cancellationRequestedAt !== undefined)
    return toIsoDay(getAnswerDeadline(order));
  const request = listReturnRequests(order).find(({ status }) => status === "Requested");
  return request ? calculateReplyDay(new Date(request.requestedAt), getRules(promised)).toISOString() : null;
}

export function DueBadge({ dueAt, isAnswer = false }: { dueAt: string; isAnswer?: boolean }) {
  const [today] = useState(() => toIsoDay(new Date()));
  const day = dueAt.slice(0, 10);
  const name = formatDispatchDay(new Date(day));
  if (day < today) return <Badge tone="danger">{`${isAnswer ? "Answer was" : "Was"} due ${name}`}</Badge>;
  if (day === today) return <Badge tone="waiting">{isAnswer ? "Answer today" : "Due today"}</Badge>;
  return <Badge>{`${isAnswer ? "Answer by" : "Due"} ${name}`}</Badge>;
}

export const countLeft = ({ quantity, cancelled }: { quantity: number; cancelled: number }): number =>
  quantity - cancelled;

/** Lists the lines with pieces in a replacement that waits to be sent. */
export const listReplaced = <Line extends { replacing?: number | undefined }>(lines: readonly Line[]) =>
  lines.flatMap((line) => (line.replacing ? [{ ...line, quantity: line.replacing, cancelled: 0 }] : []));

export const CustomerOrders = ({ orders }: Pick<DataOf<typeof customerDetails>, "orders">) => (
  <DataTable
    title="Orders, newest first"
    columns={["Order", "State", "Total"]}
    numeric={["Total"]}
    rows={orders.map((order) => ({
      key: order.orderId,
      cells: [
        <>
          <a href={deskLinks.order(order.orderId)}>{order.orderId}</a>
          <Small>{formatDate(order.createdAt)}</Small>
        </>,
        <span key={order.orderId} className={styles.state}>
          <OrderBadge order={order} />
        </span>,
        order.payable !== undefined && formatRupeesGrouped(order.payable),
      ],
    }))}
  />
);

interface PiecesProps {
  order: ListedOrder;
  children?: ReactNode;
}

/** Shows the first line with pieces left, and the number of other lines. A replacement shows only its own pieces. */
export function Pieces({ order: { lines, sendAgainSince }, children }: PiecesProps) {
  const left = sendAgainSince ? listReplaced(lines) : lines.filter((line) => countLeft(line) > 0);
  const [first, ...others] = left.length > 0 ? left : lines;
  return (
    first && (
      <span className={styles.pieces}>
        <Thumb href={first.imageUrl} title="" />
        <span>
          {nameLine(first)}
          {others.length > 0 && ` +\u00a0${others.length}\u00a0more`}
          {children}
        </span>
      </span>
    )
  );
}

const nameLine = (line: ListedOrder["lines"][number]) =>
  countLeft(line) > 0 ? `${countLeft(line)} × ${line.title}` : `${line.title}, cancelled`;

/** Shows whether the payment was refunded, wholly or partly. Packers do not see this badge. */
export function RefundBadge({
  order: { refundAmount, payable = 0, paymentStatus },
}: {
  order: StateOfOrder;
}) {
  if (!refundAmount) return null;
  const whole = paymentStatus === "Refunding" ? "Being refunded" : "Refunded";
  return <Badge>{refundAmount < payable ? "Partly refunded" : whole}</Badge>;
}

export function Thumb({ href, title, icon }: { href: string | null; title: string; icon?: ReactNode }) {
  const address = href === null ? "" : narrowHref(resolveImage(href));
  return address.startsWith("/") ? (
    <img
      className={styles.thumb}
      src={address}
      alt={title}
      title={title}
      width={48}
      height={48}
      loading="lazy"
    />
  ) : (
    <span className={styles.thumb} title={title}>
      {icon ?? <LogoMark />}
      <span className="visually-hidden">{title}</span>
    </span>
  );
}

interface SumsProps {
  sums: Pick<ShownOrder, "subtotal" | "shipping" | "cgst" | "sgst" | "coupon">;
  couponName?: string | undefined;
  /** The first row is the total. The other rows are shown below the total. */
  rows: readonly (readonly [name: string, paise: number])[];
}

export const Sums = ({
  sums: { subtotal = 0, shipping = 0, cgst = 0, sgst = 0, coupon = 0 },
  couponName,
  rows,
}: SumsProps) => (
  <SumList
    total={rows[0]?.[0]}
    rows={[
      ["Pieces", subtotal],
      ["Shipping", shipping],
      ["GST", cgst + sgst],
      [couponName === undefined ? "Discount" : `Coupon ${couponName}`, -coupon],
      ...rows,
    ]}
  />
);

/** Amounts with their total, which is the row named `total`. Amounts of 0 are not shown, except the total. */
export const SumList = ({ total, rows }: Pick<SumsProps, "rows"> & { total: string | undefined }) => (
  <dl className={styles.sums}>
    {rows
      .filter(([name, paise]) => paise !== 0 || name === total)
      .map(([name, paise]) => (
        <div key={name} data-total={name === total || undefined}>
          <dt>{name}</dt>
          <dd>{formatRupeesGrouped(paise)}</dd>
        </div>
      ))}
  </dl>
);

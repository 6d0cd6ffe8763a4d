import type { DataOf } from "#contract/command-data.ts";
import type { orderList } from "#shop/orders/command-results.ts";
import { isReturnOpen, listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { Badge } from "#ui/badge.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import styles from "./order-parts.module.css";

export type ListedOrder = DataOf<typeof orderList>[number];

export function OrderBadge({ order }: { order: Omit<ListedOrder, "lines"> }) {
  const { status, cancellationStatus, dispatchedAt, lostAt, partlySent, cash } = order;
  if (cancellationStatus === "Pending") return <Badge tone="danger">Asks to cancel</Badge>;
  const returned = listReturnRequests(order).find(isReturnOpen);
  if (returned) return <Badge tone="danger">Return: {returned.status}</Badge>;
  if (status === "Cancelled") return <Badge>Cancelled</Badge>;
  if (status === "Delivered") return <Badge tone="success">Delivered</Badge>;
  if (status === "Pending") return <Badge tone="waiting">{cash ? "To confirm" : "Unpaid"}</Badge>;
  if (lostAt) return <Badge>Lost on the way</Badge>;
  if (partlySent) return <Badge tone="waiting">Partly sent</Badge>;
  return dispatchedAt === null ? (
    <Badge tone="waiting">To pack</Badge>
  ) : (
    <Badge tone="success">On its way</Badge>
  );
}

export const countLeft = ({ quantity, cancelled }: { quantity: number; cancelled: number }): number =>
  quantity - cancelled;

const SHOWN = 3;

export const Thumbs = ({ lines }: Pick<ListedOrder, "lines">) => (
  <span className={styles.thumbs}>
    {lines.slice(0, SHOWN).map((line, at) => (
      <Thumb key={at} href={line.imageUrl} title={nameLine(line)} />
    ))}
    {lines.length > SHOWN && <span>+{lines.length - SHOWN}</span>}
  </span>
);

const nameLine = (line: ListedOrder["lines"][number]) =>
  countLeft(line) > 0 ? `${countLeft(line)} × ${line.title}` : `${line.title}, cancelled`;

export function Thumb({ href, title }: { href: string | null; title: string }) {
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
      <LogoMark />
      <span className="visually-hidden">{title}</span>
    </span>
  );
}

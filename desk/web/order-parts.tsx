import type { OrderRules } from "#shop/policies/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import styles from "./order-parts.module.css";

/** An order line as shown in lists. */
export interface ListedLine {
  title: string;
  quantity: number;
  imageUrl: string | null;
}

/** A customer's return request. */
export interface ShownReturn {
  status: string;
  requestedAt: string;
  reasons: string[];
  comments: string;
}

/** Lists all return requests of an order, the earliest first. */
export const listShownReturns = ({
  returnRequest,
  laterReturns = [],
}: Pick<ListedOrder, "returnRequest" | "laterReturns">): ShownReturn[] =>
  returnRequest ? [returnRequest, ...laterReturns] : [];

/** The recipient of an order, and the buyer if somebody else bought it. A packer sees only the recipient. */
interface OrderContact {
  firstName: string;
  lastName: string;
  email?: string;
  buyer?: { firstName: string; lastName: string; phoneNumber?: string };
}

/** An order in the result of `orders list`. For a packer, it contains no amounts. */
export interface ListedOrder {
  orderId: string;
  createdAt: string;
  updatedAt: string;
  status: "Pending" | "Processing" | "Delivered" | "Cancelled";
  paymentStatus?: string;
  /** True if the customer pays cash on delivery. */
  cash?: boolean;
  cancellationStatus: "Pending" | "Approved" | "Rejected" | null;
  returnRequest?: ShownReturn | null;
  /** Later return requests for other pieces of the order. */
  laterReturns?: ShownReturn[];
  dispatchedAt: string | null;
  deliveredAt: string | null;
  lostAt?: string | null;
  partlySent: boolean;
  tracking: { courier: string; number: string; link?: string } | null;
  contact: OrderContact;
  shippingAddress: {
    street: string;
    city: string;
    state: string;
    zipCode: string;
    country: string;
    phoneNumber: string;
  };
  payable?: number;
  notes: string | null;
  gift: { message?: string } | null;
  promised?: OrderRules | null;
  lines: ListedLine[];
}

/** A badge with the state of an order. If the order needs an action of the owner, the badge shows that action. */
export function OrderBadge({ order }: { order: Omit<ListedOrder, "notes"> }) {
  const { status, cancellationStatus, dispatchedAt, lostAt, partlySent, cash } = order;
  if (cancellationStatus === "Pending") return <Badge tone="danger">Asks to cancel</Badge>;
  const returned = listShownReturns(order).find((request) => OPEN_RETURNS.has(request.status));
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

const OPEN_RETURNS: ReadonlySet<string> = new Set(["Requested", "Accepted", "Received"]);

const SHOWN = 3;

/** Small pictures of an order's first pieces. */
export const Thumbs = ({ lines }: { lines: readonly ListedLine[] }) => (
  <span className={styles.thumbs}>
    {lines.slice(0, SHOWN).map(({ title, quantity, imageUrl }, at) => (
      <Thumb key={at} href={imageUrl} title={`${quantity} × ${title}`} />
    ))}
    {lines.length > SHOWN && <span>+{lines.length - SHOWN}</span>}
  </span>
);

/** A small picture of a product, or the shop's logo if the product has no picture. */
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

import type { Order } from "./order.ts";
import type { CancelCause } from "./order-transitions.ts";

/** An order with what is said about it in mails, beyond what its customer sees on the page. */
export interface OrderMailData {
  order: Order;
  cancelledBecause: CancelCause | null;
  /** Unpaid by then, it lapses (D60). */
  payUntil: Date;
  deliveredAt: Date | null;
  /** The number of the credit note, once money that had an invoice went back (D92). */
  creditNote: string | null;
  /** The address at which it can be followed without logging in. */
  trackingHref: string;
  /** The address at which an order taken by phone can be paid without logging in; null for others. */
  paymentHref: string | null;
}

import { formatRupees } from "#contract/money.ts";
import type { OrderRow } from "./tables.ts";

/** An order for programs: amounts in paise, without the client's key. */
export const toPlainOrder = ({ idempotencyKey: _key, payloadHash: _hash, ...order }: OrderRow) => order;

/** Of an order that has left. */
export const describeParcel = ({ orderId, tracking }: OrderRow): string =>
  `${orderId} is on its way with ${tracking?.courier}, number ${tracking?.number}.`;

/** What a cancelled order costs the shop; null when nothing goes back. */
export const refundMessage = ({ refundAmount }: OrderRow): string | null =>
  refundAmount ? describeRefund(refundAmount) : null;

export const describeRefund = (amountPaise: number): string =>
  `${formatRupees(amountPaise)} goes back to its customer.`;

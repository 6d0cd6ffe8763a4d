import { formatRupees } from "#contract/money.ts";
import type { OrderRow } from "./tables.ts";

/** An order for programs: amounts in paise, without the client's key. */
export const toPlainOrder = ({ idempotencyKey: _key, payloadHash: _hash, ...order }: OrderRow) => order;

/** What a cancelled order costs the shop; null when nothing goes back. */
export const refundMessage = ({ refundAmount }: OrderRow): string | null =>
  refundAmount ? describeRefund(refundAmount) : null;

export const describeRefund = (amountPaise: number): string =>
  `${formatRupees(amountPaise)} goes back to its customer.`;

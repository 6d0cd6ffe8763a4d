import { rupees } from "#contract/money.ts";
import type { OrderRow } from "./tables.ts";

/** An order for programs: amounts in paise, without the client's key. */
export const plainOrder = ({ idempotencyKey: _key, payloadHash: _hash, ...order }: OrderRow) => order;

/** What a cancelled order costs the shop; null when nothing goes back. */
export const refundMessage = ({ refundAmount }: OrderRow): string | null =>
  refundAmount ? `${rupees(refundAmount)} goes back to its customer.` : null;

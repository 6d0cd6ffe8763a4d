import type { DocumentedCall, UnusedCall, PlayedCall } from "./played.ts";
import { accountCalls } from "./account-calls.ts";
import { refreshCalls } from "./refresh-calls.ts";
import { cartCalls } from "./cart-calls.ts";
import { catalogueCalls } from "./catalogue-calls.ts";
import { messageCalls } from "./message-calls.ts";
import { orderCalls } from "./order-calls.ts";
import { addressCalls } from "./address-calls.ts";

/** TypeScript reports an error if a call of §7 is missing here. */
export const calls: Record<DocumentedCall, PlayedCall | UnusedCall> = {
  ...accountCalls,
  ...refreshCalls,
  ...cartCalls,
  ...catalogueCalls,
  ...messageCalls,
  ...orderCalls,
  ...addressCalls,
};

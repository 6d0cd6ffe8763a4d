import type { DocumentedCall, UnusedCall, PlayedCall } from "./played.ts";
import { accountCalls } from "./account-calls.ts";
import { refreshCalls } from "./refresh-calls.ts";
import { cartCalls } from "./cart-calls.ts";
import { catalogueCalls } from "./catalogue-calls.ts";
import { messageCalls } from "./message-calls.ts";
import { orderCalls } from "./order-calls.ts";
import { addressCalls } from "./address-calls.ts";

/** How the test causes each call of §7. TypeScript reports an error if a call is missing. */
export const calls: Record<DocumentedCall, PlayedCall | UnusedCall> = {
  ...accountCalls,
  ...refreshCalls,
  ...cartCalls,
  ...catalogueCalls,
  ...messageCalls,
  ...orderCalls,
  ...addressCalls,
};

import type { Reaction } from "#platform/reaction.ts";
import { onAccountRegistered } from "./on-account-registered.ts";
import { onCancellationDecided } from "./on-cancellation-decided.ts";
import { onCancellationRequested } from "./on-cancellation-requested.ts";
import { onGoodsHeldBack } from "./on-goods-held-back.ts";
import { onMessageReceived } from "./on-message-received.ts";
import { onNewDeviceUsed } from "./on-new-device-used.ts";
import { onOrderCancelled } from "./on-order-cancelled.ts";
import { onOrderDelivered } from "./on-order-delivered.ts";
import { onOrderDispatched } from "./on-order-dispatched.ts";
import { onOrderPaid } from "./on-order-paid.ts";
import { onOrderPlaced } from "./on-order-placed.ts";
import { onOrderRefunded } from "./on-order-refunded.ts";
import { onPasswordChanged } from "./on-password-changed.ts";
import { onResetCodeAsked } from "./on-reset-code-asked.ts";

/** Every mail the shop writes by itself, by what makes it write. */
export const mailReactions: readonly Reaction[] = [
  onAccountRegistered,
  onResetCodeAsked,
  onPasswordChanged,
  onNewDeviceUsed,
  onOrderPlaced,
  onOrderPaid,
  onOrderDispatched,
  onOrderDelivered,
  onOrderCancelled,
  onCancellationRequested,
  onCancellationDecided,
  onOrderRefunded,
  onMessageReceived,
  onGoodsHeldBack,
];

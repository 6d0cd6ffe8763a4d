import { cartMessages } from "#shop/cart/cart.ts";
import { NO_PIN } from "#shop/addresses/pin-codes.ts";
import { INCOMPLETE } from "#shop/documents/recipient.ts";

export const checkoutMessages = {
  emptyCart: cartMessages.pageEmpty,
  incomplete: INCOMPLETE,
  failed: "Failed to place order. Please try again.",
  placed: "Order placed successfully!",
  payNow: (sum: string) => `Now pay ${sum} to confirm the order.`,
  orderedAlready: "You've already placed this order. Changes you made after that are not included.",
  orderCancelled: "Your order for this bag was cancelled or not paid in time. No new order was placed.",
  cartChanged: "Your bag was changed on another device or tab. No order was placed. Please review your bag.",
  pricesChanged: "Prices in your bag have changed. Please review them.",
  shortage: "Some pieces are no longer available in this quantity.",
  holdTooLarge:
    "These are our last pieces, and an unpaid order can reserve only some of them. Please order fewer now. You can order more after you have paid.",
  unverifiedHold:
    "These are our last pieces. Confirm your e-mail address with 'Forgot Password' on the login page to order them now, or try again in a few minutes.",
  expiredTooOften:
    "Several orders for these pieces were not paid in time. Please order them tomorrow, or write to us and we will help.",
  tooManyHolds:
    "Too many orders for our last pieces were placed from your account or network without being paid. If one of your orders is still unpaid, please pay for it, or try again later.",
  zipHelp: "6 digits. We then fill in state and city.",
  zipHint: NO_PIN,
  unauthenticated: "Authentication required. Please log in.",
  tooManyUnpaid: (limit: number) =>
    limit === 1
      ? "You have an order that is not paid yet. Please pay for it first. You can order again when it is paid, delivered or cancelled."
      : `You have ${limit} orders that are not paid yet. Please pay for one of them first. You can order again when one is paid, delivered or cancelled.`,
} as const;

/** Returns the error to show at a field. For an empty field, it names the field: `City is required`. */
export const getInlineError = (error: string | undefined, label: string): string | undefined =>
  error === checkoutMessages.incomplete ? `${label} is required` : error;

type TitledItems = readonly { productId: string; title: string }[];

/** Lists the products that are short of stock: `Acacia Bowl: 2 left. Teak Tray: sold out.` */
export const formatShortage = (details: unknown, items: TitledItems): string =>
  describePieces(details, items, (available) => (available ? `${available} left` : "sold out"));

/** Lists how many pieces the customer can reserve now: `Acacia Bowl: up to 5 now.` */
export const formatHoldLimits = (details: unknown, items: TitledItems): string =>
  describePieces(details, items, (available) =>
    available ? `up to ${available} now` : "please pay for those you have ordered first",
  );

function describePieces(
  details: unknown,
  items: TitledItems,
  describe: (available: number | undefined) => string,
): string {
  const pieces = Array.isArray(details) ? (details as { productId?: string; available?: number }[]) : [];
  return pieces
    .flatMap(({ productId, available }) => {
      const title = items.find((item) => item.productId === productId)?.title;
      return title === undefined ? [] : `${title}: ${describe(available)}.`;
    })
    .join(" ");
}

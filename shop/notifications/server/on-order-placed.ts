import { orderPlaced } from "#shop/orders/events.ts";
import { placedLetter } from "../order-letters.ts";
import { PLACED_MAIL_WAIT } from "../when.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Asks for the payment of an order; whoever has paid by then hears of that alone. */
export const onOrderPlaced = writeAboutOrder(orderPlaced, "order-placed", placedLetter, {
  afterMs: PLACED_MAIL_WAIT,
});

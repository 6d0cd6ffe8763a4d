import { orderCancelled } from "#shop/orders/events.ts";
import { cancelledLetter } from "../cancellation-letters.ts";
import { CANCELLED_MAIL_WAIT } from "../when.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Says that an order has lapsed or cannot be sent; one that its customer cancelled has the decision's letter. */
export const onOrderCancelled = writeAboutOrder(orderCancelled, "order-cancelled", cancelledLetter, {
  afterMs: CANCELLED_MAIL_WAIT,
});

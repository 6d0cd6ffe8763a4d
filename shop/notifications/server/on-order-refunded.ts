import { orderRefunded } from "#shop/orders/events.ts";
import { refundedLetter } from "../cancellation-letters.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Says that money is on its way back. */
export const onOrderRefunded = writeAboutOrder(orderRefunded, "order-refunded", refundedLetter);

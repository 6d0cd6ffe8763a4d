import { orderPaid } from "#shop/orders/events.ts";
import { paidLetter } from "../order-letters.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Confirms an order, with the way to its invoice. */
export const onOrderPaid = writeAboutOrder(orderPaid, "order-paid", (news, { cameBack }) =>
  paidLetter(news, { cameBack: cameBack ?? false }),
);

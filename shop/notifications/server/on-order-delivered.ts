import { orderDelivered } from "#shop/orders/events.ts";
import { deliveredLetter } from "../order-letters.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Says that a parcel has arrived, and what to do if something is wrong with it. */
export const onOrderDelivered = writeAboutOrder(orderDelivered, "order-delivered", deliveredLetter);

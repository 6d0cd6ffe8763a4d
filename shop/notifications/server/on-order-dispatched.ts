import { orderDispatched } from "#shop/orders/events.ts";
import { dispatchedLetter } from "../order-letters.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Says with whom a parcel is on its way (D67). */
export const onOrderDispatched = writeAboutOrder(orderDispatched, "order-dispatched", dispatchedLetter);

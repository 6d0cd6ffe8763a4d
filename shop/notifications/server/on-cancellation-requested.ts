import { cancellationRequested } from "#shop/orders/events.ts";
import { cancellationReceivedLetter } from "../cancellation-letters.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Confirms that the wish to cancel has arrived (D68). */
export const onCancellationRequested = writeAboutOrder(
  cancellationRequested,
  "cancellation-received",
  cancellationReceivedLetter,
);

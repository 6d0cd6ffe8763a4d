import { cancellationDecided } from "#shop/orders/events.ts";
import { cancellationDecidedLetter } from "../cancellation-letters.ts";
import { writeAboutOrder } from "./write-about-order.ts";

/** Tells what the owner has decided, in the owner's words (D68). */
export const onCancellationDecided = writeAboutOrder(
  cancellationDecided,
  "cancellation-decided",
  cancellationDecidedLetter,
);

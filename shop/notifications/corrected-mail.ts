import { buildOrderLink } from "./cancellation-mails.ts";
import type { MailContent } from "./mail.ts";
import { buildOrderMail, getPieces, getShipTo, listOrderFacts, type OrderNews } from "./order-mail-parts.ts";

/** Where it goes was corrected, by the owner or its customer; null once the parcel has left. */
export function writeCorrectedMail(
  news: OrderNews,
  { by = "owner" }: { by?: "owner" | "customer" } = {},
): MailContent | null {
  const { order } = news;
  if (order.tracking || (order.orderStatus !== "Pending" && order.orderStatus !== "Processing")) return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: ${by === "owner" ? "we have corrected where it goes" : "where it goes was changed"}`,
    preview: "Please look at the address and the phone number once more.",
    heading: "Where your order goes is corrected",
    paragraphs: ["Your parcel now goes to the address below, and its courier calls the number there."],
    facts: listOrderFacts(news).slice(0, 1),
    action: buildOrderLink(news),
    goods: getPieces(news),
    shipTo: getShipTo(news),
    ...(order.invoiceNumber && {
      next: { sentences: [`Invoice ${order.invoiceNumber} stays as it is: it was made out before.`] },
    }),
    footnote:
      "You did not ask for this, or something is still wrong? Answer this mail before the parcel leaves.",
  };
}

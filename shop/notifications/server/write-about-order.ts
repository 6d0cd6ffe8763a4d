import type { Event } from "#contract/event.ts";
import type { Context } from "#platform/context.ts";
import type { Reaction } from "#platform/reaction.ts";
import { findSeller } from "#server/catalogue";
import { findToldOrder } from "#server/orders";
import type { OrderNews } from "../about-order.ts";
import type { Letter } from "../letter.ts";
import { writeOn } from "./write-to.ts";

/** An order as letters tell of it, as it is now; null when there is none. */
export async function findNews(context: Context, orderId: string): Promise<OrderNews | null> {
  const told = await findToldOrder(context, orderId);
  return told && { ...told, seller: findSeller(context), now: context.now() };
}

/** A letter to the address typed at the checkout (D61); whoever deleted their account has none. */
export const writeAboutOrder = <Payload extends { orderId: string }>(
  event: Event<Payload>,
  name: string,
  letterOf: (news: OrderNews, payload: Payload) => Letter | null,
  manner?: { afterMs: number },
): Reaction =>
  writeOn(
    event,
    name,
    async (context, payload) => {
      const news = await findNews(context, payload.orderId);
      const to = news?.order.contact.email;
      const letter = news && letterOf(news, payload);
      return to && letter ? { to, letter } : null;
    },
    manner,
  );

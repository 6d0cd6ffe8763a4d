import { requestReturn } from "#shop/returns/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";
import { callAs } from "./call-as.ts";
import type { Day, Purchase } from "./purchases.ts";
import type { Terminal } from "./terminal.ts";

/** Three customers send the first product of their order back, whole; the owner takes it. */
export async function takeBack(
  shop: Shop,
  { type, read }: Terminal,
  returned: readonly Purchase[],
): Promise<Figure[]> {
  for (const { checkout, orderId, lines } of returned)
    await callAs(shop, checkout.member, requestReturn, orderId, {
      reasons: ["Arrived damaged"],
      comments: "It has a crack.",
      pieces: lines.slice(0, 1),
    });
  const requests = await read<{ orderId: string }[]>(["returns", "list"]);
  for (const { orderId } of returned) {
    await type(["returns", "accept", orderId, "--words", "Our courier fetches it on Friday.", "--yes"]);
    await type(["returns", "received", orderId, "--yes"]);
    await type(["returns", "refund", orderId, "--restock", "--yes"]);
  }
  const missing = returned.filter(({ orderId }) => !requests.some((each) => each.orderId === orderId));
  return [
    toNoneFigure(
      "requests that were not on the list",
      missing.map(({ orderId }) => orderId),
    ),
  ];
}

/** The one who asked to cancel in time has the money back. */
export const approveCancellation = async ({ type }: Terminal, { regretted }: Day): Promise<void> =>
  void (await type(["cancellations", "approve", regretted.orderId, "--yes"]));

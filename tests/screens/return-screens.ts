import type { Page } from "@playwright/test";
import { showOrder } from "#shop/orders/endpoints.ts";
import { type ReturnRequest, type ReturnStatus, returnStatuses } from "#shop/orders/returned-pieces.ts";
import { clickOn, runInTurn, type Screen } from "./acts.ts";

const PARCEL = {
  courier: "Delhivery",
  number: "1234567890",
  link: "https://www.delhivery.com/track-v2/package/1234567890",
};

const WORDS: Partial<Record<ReturnStatus, string>> = {
  Accepted: "Our courier collects it on Friday. Please wrap it in its own paper.",
  Refused: "The grain is as in the pictures: no two pieces of wood are the same.",
};

/** Makes the API report the paid order as delivered, with several pieces and, if `status` is given, a return. */
export const withDelivery = (status?: ReturnStatus) => async (page: Page) => {
  await page.route(new RegExp(`${showOrder.path.replace(":orderId", "TRV-\\w+")}$`), async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { order: Record<string, unknown> & { items: object[] } };
    const { order } = body;
    const [first] = order.items;
    const returned = status && buildReturn(order, status);
    const items = [{ ...first, quantity: 3 }, ...order.items.slice(1)];
    const delivery = { orderStatus: "Delivered", deliveredAt: new Date().toISOString(), tracking: PARCEL };
    await route.fulfill({
      json: { ...body, order: { ...order, items, ...delivery, returnRequest: returned } },
    });
  });
  await page.reload();
  await page.getByRole("table").first().waitFor();
};

function buildReturn({ items }: { items: unknown[] }, status: ReturnStatus): ReturnRequest {
  const [{ productId }] = items as [{ productId: { _id: string } }];
  const at = new Date().toISOString();
  return {
    status,
    reasons: ["Arrived damaged"],
    comments: "It has a crack.",
    pieces: [{ productId: productId._id, quantity: 1 }],
    requestedAt: at,
    changedAt: at,
    ...(WORDS[status] && { words: WORDS[status] }),
  };
}

export const ofPaidOrder = {
  path: ({ orders }) => `/order-details/${orders.paid}`,
  as: "customer",
} satisfies Partial<Screen>;

export const returnDialog: Screen = {
  ...ofPaidOrder,
  name: "order-return",
  overlay: true,
  act: runInTurn(withDelivery(), clickOn("Return pieces")),
};

export const ofReturns: Screen[] = [
  { ...ofPaidOrder, name: "order-delivered", act: withDelivery() },
  {
    ...ofPaidOrder,
    name: "order-return-nothing-chosen",
    overlay: true,
    act: runInTurn(withDelivery(), clickOn("Return pieces"), clickOn("Request return")),
  },
  ...returnStatuses.map((status) => ({
    ...ofPaidOrder,
    name: `order-return-${status.toLowerCase()}`,
    act: withDelivery(status),
  })),
];

// @engine: locks, races or SQL that the two engines could do differently.
import { expect, test } from "vitest";
import { anonymiseOrders } from "#shop/orders/server/index.ts";
import { featureCommands } from "../../../server/features.ts";
import {
  asha,
  createBag,
  postOrder,
  readRows,
  setUpOrdering,
  testShop,
} from "../../../tests/support/ordering.ts";

setUpOrdering();

const say = async (words: string, args: Record<string, string> = {}) => {
  const command = featureCommands.find(({ noun, verb }) => `${noun} ${verb}`.trim() === words);
  return command?.run(testShop.context, { args, options: {}, folder: "/" });
};

const GIFT = { message: "शुभ विवाह!\nAsha & Ravi" };

/** A coaster costs nothing after the coupon: it is paid by nature and waits to be packed. */
async function placeGift(more: object = { gift: GIFT }): Promise<Record<string, unknown>> {
  const { status, body } = await postOrder({ ...createBag(["coaster", 1]), ...more });
  expect(status).toBe(200);
  return body["order"] as Record<string, unknown>;
}

test("a gift is kept with its card, and its customer, the owner and the packer see it (§2.8, §3)", async () => {
  const { orderId } = await placeGift();
  expect((await testShop.api.as(asha).get(`/api/orders/${String(orderId)}`)).body).toMatchObject({
    order: { gift: GIFT },
  });
  const instruction = "A gift: wrap it, and leave the invoice out. Card: शुभ विवाह! Asha & Ravi";
  expect((await say("orders show", { orderId: String(orderId) }))?.facts).toMatchObject({
    Gift: instruction,
  });
  expect((await say("orders pack"))?.message).toContain(instruction);
  expect(JSON.stringify((await say("today"))?.rows)).toContain(", a gift");
});

test("an order in the barest shape is no gift, and says nothing of one (§3, §7)", async () => {
  for (const more of [{}, { gift: null }]) expect(await placeGift(more)).not.toHaveProperty("gift");
  expect((await say("orders pack"))?.message).not.toContain("gift");
});

test("a card that is too long is refused at its field, and nothing is ordered (§2.8)", async () => {
  const refused = await postOrder({ ...createBag(["coaster", 1]), gift: { message: "a".repeat(301) } });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: [{ path: "gift.message", message: "This can be up to 300 characters long." }] },
  });
  expect(await readRows("orders")).toEqual([]);
});

test("sent again with another card it is another request; the first card stays (D102)", async () => {
  const key = { "idempotency-key": "gift-0000000000000001" };
  const send = (message: string) => postOrder({ ...createBag(["coaster", 1]), gift: { message } }, key);
  expect((await send("For you")).status).toBe(200);
  expect(await send("For you")).toMatchObject({ status: 200, body: { replayed: true } });
  expect(await send("For them")).toMatchObject({ status: 422, body: { code: "key_reused" } });
  expect(await readRows("orders")).toMatchObject([{ gift: { message: "For you" } }]);
});

test("with the account its card goes: it names people", async () => {
  await placeGift();
  await testShop.context.transact((tx) => anonymiseOrders(tx, asha.accountId));
  expect(await readRows("orders")).toMatchObject([{ gift: null }]);
});

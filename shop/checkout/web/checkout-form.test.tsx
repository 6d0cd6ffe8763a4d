import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { sampleCheckout } from "../../../tests/support/sample-checkout.ts";
import type { Order } from "#shop/orders/order.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { type Attempt, createOrderPlacement, type Placed } from "./place-order.ts";

const said = vi.hoisted(() => [] as string[]);
vi.mock("#ui/toast.ts", () => ({
  prepareToasts: () => {},
  toastError: (words: string) => void said.push(words),
}));

let token: string | null;
let placing: ReturnType<typeof createOrderPlacement>;
let known: ReadonlySet<string> | null;
let isCartUnchanged: boolean;
let placed: Placed[];
const fetched = vi.fn<(url: string, requested: { body: string }) => Promise<Response>>();
beforeEach(() => {
  token = "access";
  isCartUnchanged = true;
  placing = createOrderPlacement(sampleCheckout.customer._id, async () => isCartUnchanged);
  known = new Set(["before"]);
  placed = [];
  said.length = 0;
  sessionStorage.clear();
  fetched.mockReset();
  setTokenSource({ accessToken: () => token, renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

const show = () =>
  render(
    <CheckoutForm
      {...sampleCheckout}
      place={place}
      onPlaced={(one) => void placed.push(one)}
      onBagOutdated={() => {}}
    />,
  );
const place = (body: Attempt["body"]) => placing({ body, key: "checkout-0000000000000001", known });
const checkOut = () => userEvent.click(screen.getByRole("button", { name: "Checkout" }));

test("without a token nothing is sent, and it says to log in (§2.8, §8)", async () => {
  show();
  token = null;
  await checkOut();
  expect(said).toEqual(["Authentication required. Please log in."]);
  expect(fetched).not.toHaveBeenCalled();
});

test("whatever the trouble of the shop, the order could not be placed (§2.8, §8)", async () => {
  show();
  const answers = [
    () =>
      Response.json({ success: false, code: "internal", message: "Something went wrong." }, { status: 500 }),
    () => new Response("<html>", { status: 200 }),
  ];
  for (const answer of answers) {
    fetched.mockResolvedValueOnce(answer());
    await checkOut();
  }
  await vi.waitUntil(() => said.length === answers.length);
  expect(new Set(said)).toEqual(new Set(["Failed to place order. Please try again."]));
});

test("what is there but wrong is not called missing (§2.8, §5, D53, D64)", async () => {
  show();
  const email = screen.getByLabelText(/^Email/);
  await userEvent.clear(email);
  await userEvent.type(email, "asha at home");
  await checkOut();
  await userEvent.clear(screen.getByLabelText(/^Last Name/));
  await checkOut();
  expect(said).toEqual(["Invalid email format", "Please complete all required fields."]);

  said.length = 0;
  await userEvent.clear(email);
  await userEvent.type(email, "asha@example.com");
  await userEvent.type(screen.getByLabelText(/^Last Name/), "Patel");
  const phone = screen.getByLabelText(/^Phone/);
  await userEvent.clear(phone);
  await userEvent.type(phone, "98765 4321");
  await checkOut();
  expect(said).toEqual(["Phone Number must be 10 digits"]);
});

test("an address that was picked and has been removed since is one that was typed (§2.8, D62, D63)", async () => {
  const fields = { selectedAddressId: "gone", "shippingAddress.street": "3 Fort Lane" };
  sessionStorage.setItem("checkoutForm", JSON.stringify({ customerId: sampleCheckout.customer._id, fields }));
  show();
  expect(screen.getByLabelText<HTMLSelectElement>("Saved addresses").value).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>(/^Address/).value).toBe("3 Fort Lane");
});

/* One truth about an order (T38, D102): the page asks the shop before it says anything. */
const orderOf = (_id: string, productId = "bowl", quantity = 1) =>
  ({ _id, orderId: `TRV-${_id}`, items: [{ productId: { _id: productId }, quantity }] }) as Order;
const answerIs = (body: unknown, status = 200) => Response.json(body, { status });
const listOf = (...orders: Order[]) => answerIs({ success: true, orders });
const answerRefusal = (status: number, code: string, more: object = {}) =>
  answerIs({ success: false, code, message: `about ${code}`, ...more }, status);
const listPosts = () => fetched.mock.calls.filter(([url]) => url === "/api/orders");

test("an answer that was lost: the order is found where it is, and nothing is sent again (§2.8, D102)", async () => {
  fetched.mockRejectedValueOnce(new TypeError("network"));
  fetched.mockResolvedValueOnce(listOf(orderOf("new"), orderOf("before")));
  show();
  await checkOut();
  await vi.waitUntil(() => placed.length === 1);
  expect(placed).toMatchObject([{ kind: "placed", order: { orderId: "TRV-new" } }]);
  expect(said).toEqual([]);
});

test("where the shop stays silent it is asked again before the next try, which has the same key (§2.8, D102)", async () => {
  fetched.mockRejectedValueOnce(new TypeError("network"));
  fetched.mockRejectedValueOnce(new TypeError("network"));
  show();
  await checkOut();
  await vi.waitUntil(() => said.length === 1);
  expect(said).toEqual(["Failed to place order. Please try again."]);
  // Heard of meanwhile, it is not an order of before.
  known = new Set(["before", "other"]);
  fetched.mockResolvedValueOnce(listOf(orderOf("other", "tray"), orderOf("before")));
  fetched.mockResolvedValueOnce(answerIs({ success: true, order: orderOf("new"), replayed: true }));
  await checkOut();
  await vi.waitUntil(() => placed.length === 1);
  expect(placed).toMatchObject([{ kind: "placed", order: { orderId: "TRV-new" } }]);
  expect(listPosts()).toHaveLength(2);
});

test.each([
  ["as it was", "", "placed"],
  ["with other notes, which are not part of it", "Mind the dog.", "earlier"],
])("an order found at the next try, sent %s (§2.8, D102)", async (_, notes, kind) => {
  fetched.mockRejectedValueOnce(new TypeError("network"));
  fetched.mockRejectedValueOnce(new TypeError("network"));
  show();
  await checkOut();
  await vi.waitUntil(() => said.length === 1);
  if (notes) await userEvent.type(screen.getByLabelText(/^Order notes/), notes);
  fetched.mockResolvedValueOnce(listOf(orderOf("new"), orderOf("before")));
  await checkOut();
  await vi.waitUntil(() => placed.length === 1);
  expect(placed).toMatchObject([{ kind, order: { orderId: "TRV-new" } }]);
  expect(listPosts()).toHaveLength(1);
});

test.each([
  [
    "placed in another tab",
    () => answerIs({ success: true, order: orderOf("new"), replayed: true }),
    "earlier",
  ],
  ["placed in another tab with other notes", () => answerRefusal(422, "key_reused"), "earlier"],
  ["refused as there already, by a shop without keys", () => answerRefusal(409, "unknown"), "earlier"],
  ["cancelled since", () => answerRefusal(409, "order_cancelled"), "over"],
  ["placed, by a shop that says no more than that (D101)", () => answerIs({ success: true }), "placed"],
])("an order that was %s is called what it is (§2.8, D102)", async (_, answer, kind) => {
  fetched.mockResolvedValueOnce(answer());
  fetched.mockResolvedValueOnce(listOf(orderOf("new"), orderOf("before")));
  show();
  await checkOut();
  await vi.waitUntil(() => placed.length === 1);
  expect(placed).toMatchObject([{ kind, ...(kind !== "over" && { order: { orderId: "TRV-new" } }) }]);
});

test("what another device has ordered meanwhile is not ordered again, and a bag it has changed is to be reviewed (§2.8, D102)", async () => {
  isCartUnchanged = false;
  fetched.mockResolvedValueOnce(listOf(orderOf("new"), orderOf("before")));
  show();
  await checkOut();
  await vi.waitUntil(() => placed.length === 1);
  expect(placed).toMatchObject([{ kind: "earlier", order: { orderId: "TRV-new" } }]);

  fetched.mockResolvedValueOnce(listOf(orderOf("before")));
  await checkOut();
  await vi.waitUntil(() => said.length === 1);
  expect(said).toEqual(["Your bag was changed elsewhere. Please review it; nothing has been ordered."]);
  expect(listPosts()).toEqual([]);
});

test("an order found cancelled or expired is no success (§2.8, D102)", async () => {
  fetched.mockRejectedValueOnce(new TypeError("network"));
  fetched.mockResolvedValueOnce(listOf({ ...orderOf("new"), orderStatus: "Cancelled" }));
  show();
  await checkOut();
  await vi.waitUntil(() => placed.length === 1);
  expect(placed).toEqual([
    { kind: "over", message: expect.stringContaining("Nothing new has been ordered.") },
  ]);
});

test("a shortage names the pieces (§2.8, D19, D102)", async () => {
  const details = [{ productId: "bowl", available: 2 }];
  fetched.mockResolvedValueOnce(answerRefusal(409, "shortage", { details }));
  fetched.mockResolvedValueOnce(listOf(orderOf("before")));
  show();
  await checkOut();
  await vi.waitUntil(() => said.length === 1);
  expect(said).toEqual(["about shortage Acacia Bowl: 2 left."]);
});

test("more than may be held unpaid names what can be ordered now (T35)", async () => {
  const details = [{ productId: "bowl", available: 1 }];
  fetched.mockResolvedValueOnce(answerRefusal(409, "hold_too_large", { details }));
  fetched.mockResolvedValueOnce(listOf(orderOf("before")));
  show();
  await checkOut();
  await vi.waitUntil(() => said.length === 1);
  expect(said).toEqual(["about hold_too_large Acacia Bowl: up to 1 now."]);
});

test("a session that ends at submit is said by the session alone, and what was typed stays (§2.8, D102)", async () => {
  fetched.mockImplementation(async () => {
    token = null;
    return answerRefusal(401, "unauthorized");
  });
  show();
  await userEvent.type(screen.getByLabelText(/^Order notes/), "Mind the dog.");
  await checkOut();
  await vi.waitUntil(() => token === null);
  expect(said).toEqual([]);
  expect(sessionStorage.getItem("checkoutForm")).toContain("Mind the dog.");
});

test("a gift has its card's text only while the switch is on, and a reload keeps both (§2.8)", async () => {
  const readSent = () => JSON.parse(listPosts().at(-1)?.[1].body ?? "{}") as { gift?: unknown };
  const answerPlaced = () =>
    fetched.mockResolvedValueOnce(answerIs({ success: true, order: orderOf("new") }));
  const { unmount } = show();
  const isGift = () => screen.getByRole("checkbox", { name: "This is a gift" });
  expect(screen.queryByLabelText("Text for the card")).toBeNull();
  await userEvent.click(isGift());
  await userEvent.type(screen.getByLabelText("Text for the card"), "For you");
  await vi.waitUntil(() => sessionStorage.getItem("checkoutForm")?.includes("For you"));
  unmount();
  show();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text for the card").value).toBe("For you");
  answerPlaced();
  await checkOut();
  await vi.waitUntil(() => placed.length === 1);
  expect(readSent().gift).toEqual({ message: "For you" });

  await userEvent.click(isGift());
  answerPlaced();
  await checkOut();
  await vi.waitUntil(() => placed.length === 2);
  expect(readSent()).not.toHaveProperty("gift");
});

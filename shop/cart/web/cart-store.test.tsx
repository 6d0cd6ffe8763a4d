import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CartItem, toCartItem } from "../cart.ts";

const messages = vi.hoisted(() => [] as string[]);
vi.mock("#ui/toast.ts", () => {
  const say = (text: string) => void messages.push(text);
  return { toastError: say, toastInfo: say, toastSuccess: say };
});

const bowl = { _id: "bowl", title: "Bowl", category: "Serveware", price: 500, size: [], images: [] };
const tray = { ...bowl, _id: "tray", title: "Tray", price: 900 };

interface SentRequest {
  method: string;
  path: string;
  body: { productId: string; quantity: number };
  answer: (status: number, body: unknown) => void;
}

let sent: SentRequest[];
let stores: CartStore[] = [];
type CartStore = typeof import("./cart-store.ts");

/** The server is fake. The test decides when each request gets its response. */
beforeEach(() => {
  sent = [];
  messages.length = 0;
  localStorage.clear();
  vi.stubGlobal("fetch", (address: string, { method, body }: { method: string; body?: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    sent.push({
      method,
      path: address.replace(/\?.*/, ""),
      body: JSON.parse(body ?? "{}") as SentRequest["body"],
      answer: (status, json) => resolve(Response.json(json, { status })),
    });
    return promise;
  });
});

afterEach(() => {
  vi.useRealTimers();
  // Cancels each tab's delayed refresh, which would otherwise send a request during the next test.
  localStorage.clear();
  act(() => stores.forEach((store) => store.openCartFor(null)));
  stores = [];
});

const createCart = (...lines: [product: typeof bowl, quantity: number][]) => ({
  success: true,
  cartItems: lines.map(([product, quantity]): CartItem => toCartItem(product, quantity)),
});

/** Opens a new tab. A store keeps its state in its module, so the modules are reset first. */
async function openTab(accountId: string | null) {
  vi.resetModules();
  const store = await import("./cart-store.ts");
  stores.push(store);
  const { result } = renderHook(() => store.useCart());
  act(() => store.openCartFor(accountId));
  return { store, cart: () => result.current };
}

const waitForCall = (place: number) => vi.waitUntil(() => sent[place], { timeout: 60_000 });

const answerCall = (place: number, status: number, body: unknown) =>
  act(async () => {
    (await waitForCall(place)).answer(status, body);
    await new Promise((resolve) => setTimeout(resolve, 10));
  });

test("five quick clicks change the quantity at once and are sent as one request (§4)", async () => {
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1]));
  for (let click = 0; click < 5; click++) act(() => void store.changeQuantity("bowl", { by: 1 }));
  expect(cart().count).toBe(6);
  const { method, body } = await waitForCall(1);
  expect([method, body]).toEqual(["PATCH", { productId: "bowl", quantity: 6 }]);
  await answerCall(1, 200, createCart([bowl, 6]));
  expect(cart().count).toBe(6);
  // The second call is the refresh, one second after the change.
  expect((await waitForCall(2)).method).toBe("GET");
});

test("a refused change of a quantity restores the previous quantity, and changes of other lines stay (§4)", async () => {
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 2], [tray, 1]));
  act(() => void store.changeQuantity("bowl", { to: 9 }));
  act(() => void store.changeQuantity("tray", { to: 3 }));
  expect(cart().count).toBe(12);
  await answerCall(1, 500, { success: false, message: "Something went wrong." });
  expect(cart().lines.map(({ quantity }) => quantity)).toEqual([2, 3]);
  expect(messages).toEqual(["Failed to update item quantity"]);
});

test("a line whose removal is refused returns to the cart with a toast (§5, §8, D17)", async () => {
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 2], [tray, 1]));
  act(() => void store.removeFromCart("bowl"));
  expect(cart().count).toBe(1);
  await answerCall(1, 500, { success: false });
  expect(cart().lines.map(({ productId }) => productId)).toEqual(["bowl", "tray"]);
  expect(messages).toEqual(["Failed to remove item"]);
});

test("a cart change that still waits when the session ends is dropped, so that no button stays busy (§4)", async () => {
  const { store } = await openTab("asha");
  const waiting = store.fetchCartNow();
  act(() => store.openCartFor(null));
  await waiting;
  act(() => store.openCartFor("asha"));
  await answerCall(1, 200, createCart([bowl, 1]));
  const changed = store.changeQuantity("bowl", { by: 1 });
  act(() => store.openCartFor(null));
  expect(await changed).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sent.map(({ method }) => method)).toEqual(["GET", "GET"]);
});

test("several update events cause a single refresh of the cart, one second after the last event (§4)", async () => {
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart());
  vi.useFakeTimers();
  store.refreshCart();
  await vi.advanceTimersByTimeAsync(900);
  store.refreshCart();
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/cart", "GET /api/cart"]);
});

test("the second change of a cart is sent after the response to the first (§4)", async () => {
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1]));
  act(() => void store.addToCart(tray, 2));
  act(() => void store.removeFromCart("bowl"));
  await waitForCall(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(2);
  await answerCall(1, 200, createCart([bowl, 1], [tray, 2]));
  // The late response still contains the bowl, which the visitor has removed in the meantime.
  expect(cart().lines.map(({ productId }) => productId)).toEqual(["tray"]);
  expect((await waitForCall(2)).path).toBe("/api/cart/remove");
});

test("a change of a guest's cart appears in the other tab (§2.7)", async () => {
  const first = await openTab(null);
  await act(async () => void (await first.store.addToCart(bowl, 2)));
  const second = await openTab(null);
  expect(second.cart().count).toBe(2);
  await act(async () => void (await second.store.addToCart(tray)));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "guestCart" })));
  expect(first.cart().count).toBe(3);
});

test("a guest's cart is updated with new prices, and withdrawn products are removed with a message (§2.7, D19)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 1], [tray, 2]).cartItems));
  const { cart } = await openTab(null);
  await answerCall(0, 404, { success: false, code: "no_such_product", message: "gone" });
  await answerCall(1, 200, { ...tray, price: 950 });
  expect(cart().sum).toBe(190_000);
  expect(messages).toEqual(["No longer available: Bowl. New price: Tray."]);
});

test("a guest's cart keeps its lines if a response is not a valid product (D19, D101)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 1], [tray, 2]).cartItems));
  const { cart } = await openTab(null);
  await answerCall(0, 200, null);
  await answerCall(1, 200, { ...tray, price: 950 });
  expect(cart().count).toBe(3);
  expect(messages).toEqual([]);
});

test("login moves the guest's cart line by line, and a line that fails stays in the guest's cart and is named in a message (§2.8, D18, D49)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 1], [tray, 2]).cartItems));
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart());
  const handedOver = store.moveGuestCart();
  await answerCall(1, 200, createCart([bowl, 1]));
  await answerCall(2, 409, { success: false, code: "sold_out", message: "This product is sold out." });
  await answerCall(3, 200, createCart([bowl, 1]));
  await handedOver;
  expect(JSON.parse(localStorage.getItem("guestCart") ?? "[]")).toMatchObject([
    { productId: "tray", quantity: 2 },
  ]);
  expect(messages).toEqual([expect.stringContaining("We could not add to your bag: Tray.")]);
});

test("after a login has moved the guest's cart, `earlier` has the lines that were in the customer's cart before, until they are removed (D18)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 1]).cartItems));
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart([tray, 2]));
  const handedOver = store.moveGuestCart();
  await answerCall(1, 200, createCart([tray, 2], [bowl, 1]));
  await answerCall(2, 200, createCart([tray, 2], [bowl, 1]));
  await act(() => handedOver);
  expect(cart().earlier).toMatchObject([{ title: "Tray", quantity: 2 }]);
  act(() => void store.changeQuantity("tray", { to: 1 }));
  expect(cart().earlier).toMatchObject([{ title: "Tray", quantity: 1 }]);
  act(() => void store.removeFromCart("tray"));
  expect(cart().earlier).toEqual([]);
});

test("after a login without a guest's cart, `earlier` is empty (D18)", async () => {
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart([tray, 2]));
  const handedOver = store.moveGuestCart();
  await answerCall(1, 200, createCart([tray, 2]));
  await act(() => handedOver);
  expect([cart().count, cart().earlier]).toEqual([2, []]);
});

test("after a login has moved the guest's cart, the customer's other tabs are notified of the new cart (D18, D102)", async () => {
  const otherTab = new BroadcastChannel("cart");
  const notify = vi.fn();
  otherTab.addEventListener("message", ({ data }) => notify(data));
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart());
  const merged = store.moveGuestCart();
  await answerCall(1, 200, createCart([bowl, 1]));
  await merged;
  await expect.poll(() => notify.mock.calls).toEqual([["updated"]]);
  otherTab.close();
});

test("if the connection is lost at the login, only the first line of the guest's cart is sent, and all lines stay in that cart (§2.8, D18)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 1], [tray, 2]).cartItems));
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart());
  const lost = vi.fn<(address: string) => Promise<Response>>(() => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("fetch", lost);
  await act(() => store.moveGuestCart());
  expect(lost.mock.calls.filter(([address]) => address === "/api/cart/add")).toHaveLength(1);
  expect(JSON.parse(localStorage.getItem("guestCart") ?? "[]")).toHaveLength(2);
  expect(messages).toEqual([expect.stringContaining("We could not add to your bag: Bowl, Tray.")]);
});

test("a page that opens after an interrupted login moves the rest of the guest's cart, without adding a product twice (§4, D18)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 1], [tray, 2]).cartItems));
  localStorage.setItem("guestCartMoving", JSON.stringify({ productId: "bowl", before: 0 }));
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1]));
  const finished = store.finishMovingGuestCart();
  await answerCall(1, 200, createCart([bowl, 1]));
  await answerCall(2, 200, createCart([bowl, 1], [tray, 2]));
  await answerCall(3, 200, createCart([bowl, 1], [tray, 2]));
  await act(() => finished);
  expect(sent.map(({ method, body }) => [method, body.productId])).toEqual([
    ["GET", undefined],
    ["GET", undefined],
    ["POST", "tray"],
    ["GET", undefined],
  ]);
  expect(localStorage.getItem("guestCart")).toBeNull();
  expect(cart().count).toBe(3);
  expect(messages).toEqual([]);
  await store.finishMovingGuestCart();
  expect(sent).toHaveLength(4);
});

test("if the shop adds a product of the guest's cart but a proxy responds with the status 504, the product is not added twice (§4, D18)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 2], [tray, 1]).cartItems));
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart());
  const merged = store.moveGuestCart();
  await answerCall(1, 504, { message: "Gateway timeout." });
  await answerCall(2, 200, createCart([bowl, 2]));
  await act(() => merged);
  const finished = store.finishMovingGuestCart();
  await answerCall(3, 200, createCart([bowl, 2]));
  await answerCall(4, 200, createCart([bowl, 2], [tray, 1]));
  await answerCall(5, 200, createCart([bowl, 2], [tray, 1]));
  await act(() => finished);
  expect(sent.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "GET", "POST", "GET"]);
  expect(cart().count).toBe(3);
});

test.each([
  ["the shop refuses to add a line", 503],
  ["a proxy cannot reach the shop to add a line", 502],
])(
  "if %s of the guest's cart, a later retry adds its quantity to the same product in the customer's cart (D18)",
  async (_, status) => {
    localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 2]).cartItems));
    const { store, cart } = await openTab("asha");
    await answerCall(0, 200, createCart([bowl, 1]));
    const merged = store.moveGuestCart();
    await answerCall(1, status, { message: "Busy." });
    await answerCall(2, 200, createCart([bowl, 1]));
    await act(() => merged);
    const finished = store.finishMovingGuestCart();
    await answerCall(3, 200, createCart([bowl, 1]));
    await answerCall(4, 200, createCart([bowl, 3]));
    await answerCall(5, 200, createCart([bowl, 3]));
    await act(() => finished);
    expect(sent.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "GET", "POST", "GET"]);
    expect(localStorage.getItem("guestCart")).toBeNull();
    expect(cart().count).toBe(3);
  },
);

test("pieces that the customer adds after the shop refused to move the guest's cart are not mistaken for moved pieces (D18)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 2]).cartItems));
  const { store, cart } = await openTab("asha");
  await answerCall(0, 200, createCart());
  const merged = store.moveGuestCart();
  await answerCall(1, 503, { message: "Busy." });
  await answerCall(2, 200, createCart());
  await act(() => merged);
  const added = store.addToCart(bowl, 1);
  await answerCall(3, 200, createCart([bowl, 1]));
  await act(() => added);
  const finished = store.finishMovingGuestCart();
  await answerCall(4, 200, createCart([bowl, 1]));
  await waitForCall(5);
  expect(sent[5]).toMatchObject({ method: "POST", body: { productId: "bowl", quantity: 2 } });
  await answerCall(5, 200, createCart([bowl, 3]));
  await answerCall(6, 200, createCart([bowl, 3]));
  await act(() => finished);
  expect(cart().count).toBe(3);
});

test("if the shop adds a product to the customer's cart but responds with the status 500, the product is not named as missing (D18)", async () => {
  localStorage.setItem("guestCart", JSON.stringify(createCart([bowl, 2]).cartItems));
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart());
  const merged = store.moveGuestCart();
  await answerCall(1, 500, {});
  await answerCall(2, 200, createCart([bowl, 2]));
  await act(() => merged);
  expect(localStorage.getItem("guestCart")).toBeNull();
  expect(messages).toEqual([]);
});

test("a message lists the products that were withdrawn from a customer's cart (§2.8, D19, D102)", async () => {
  await openTab("asha");
  await answerCall(0, 200, { ...createCart([tray, 1]), gone: ["Bowl"] });
  expect(messages).toEqual(["No longer available: Bowl."]);
});

test("the cart is refreshed when the customer returns to the page (§2.8, D102)", async () => {
  const { cart } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1]));
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("focus"));
  });
  expect((await waitForCall(1)).path).toBe("/api/cart");
  await answerCall(1, 200, createCart());
  await expect.poll(() => cart().count).toBe(0);
});

test("before an order is placed, the cart on the page is compared with the cart on the server (§2.8, D102)", async () => {
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1], [tray, 2]));
  const shown = [tray, bowl].map(({ _id }, index) => ({ productId: _id, quantity: 2 - index }));
  const requested = async (status: number, body: unknown) => {
    const place = sent.length;
    const isUnchanged = store.isCartUnchanged(shown);
    await answerCall(place, status, body);
    return await isUnchanged;
  };
  expect(await requested(200, createCart([bowl, 1], [tray, 2]))).toBe(true);
  expect(await requested(200, createCart([bowl, 1], [tray, 1]))).toBe(false);
  expect(await requested(200, createCart())).toBe(false);
  // If the cart cannot be loaded, the customer may still order: the idempotency key prevents a second order.
  expect(await requested(500, { success: false })).toBe(true);
});

test("the idempotency key is the same for one cart in two tabs, and new after the cart was ordered and filled again (§2.8, D102)", async () => {
  const first = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1]));
  const second = await openTab("asha");
  await answerCall(1, 200, createCart([bowl, 1]));
  const key = first.store.getCartKey();
  expect([second.store.getCartKey(), first.store.getCartKey()]).toEqual([key, key]);

  void first.store.finishOrderedCart({ now: true });
  await answerCall(2, 200, createCart());
  // The second tab missed the message about the order. The shop returns the existing order for the old key.
  expect(second.store.getCartKey()).toBe(key);
  expect((await waitForCall(3)).path).toBe("/api/cart");
  await answerCall(3, 200, createCart());
  void first.store.addToCart(bowl, 1);
  await answerCall(4, 200, createCart([bowl, 1]));
  expect(first.store.getCartKey()).not.toBe(key);
});

test("after a cancelled order, the same cart gets a new idempotency key (D102)", async () => {
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1]));
  const key = store.getCartKey();
  void store.finishOrderedCart({ now: false });
  await answerCall(1, 200, createCart([bowl, 1]));
  expect(store.getCartKey()).not.toBe(key);
});

test("after an order the page clears a cart that the server has not emptied, unless the cart's products have changed (§2.8, D101, D102)", async () => {
  const { store } = await openTab("asha");
  await answerCall(0, 200, createCart([bowl, 1]));
  void store.finishOrderedCart({ now: true });
  await answerCall(1, 200, createCart([bowl, 1]));
  expect((await waitForCall(2)).path).toBe("/api/cart/clear");
  await answerCall(2, 200, createCart());
  void store.addToCart(bowl, 1);
  await answerCall(3, 200, createCart([bowl, 1]));
  const previous = sent.length;
  void store.finishOrderedCart({ now: true });
  await answerCall(previous, 200, createCart([tray, 1]));
  expect(sent.slice(previous).map(({ path }) => path)).not.toContain("/api/cart/clear");
});

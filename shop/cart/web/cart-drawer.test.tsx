import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type CartItem, toCartItem, cartMessages } from "../cart.ts";
import { CartDrawer } from "./cart-drawer.tsx";
import { openCartFor } from "./cart-store.ts";

const bowl = { _id: "bowl", title: "Bowl", category: "Serveware", price: 500, size: [], images: [] };

test("the cart drawer shows the empty state only if the loaded cart is empty, not while loading or after an error (§2.2, D106)", async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<void>();
  let [status, cartItems]: [number, CartItem[]] = [500, []];
  vi.stubGlobal("fetch", async () => {
    await response;
    return Response.json({ cartItems }, { status });
  });
  const showsEmptyState = () =>
    screen.queryByText(cartMessages.drawerEmpty) !== null || screen.queryByText("Total: ₹0.00") !== null;

  act(() => openCartFor("asha"));
  render(<CartDrawer open onClose={() => {}} />);
  expect([document.querySelector("[aria-busy]") !== null, showsEmptyState()]).toEqual([true, false]);

  respond();
  expect(await screen.findByText("Failed to fetch cart: 500")).toBeDefined();
  expect(showsEmptyState()).toBe(false);
  expect(screen.getByText("Checkout").closest("button")?.disabled).toBe(true);

  [status, cartItems] = [200, [toCartItem(bowl, 2)]];
  fireEvent.click(screen.getByText("Try again"));
  expect(await screen.findByText("Total: ₹1000.00")).toBeDefined();
  expect(screen.getByText("You pay").parentElement?.textContent).toBe(
    "You payGST and ₹99 off included₹1081.00",
  );
  expect(screen.queryByText("Try again")).toBeNull();

  cartItems = [];
  act(() => openCartFor("meera"));
  expect(await screen.findByText(cartMessages.drawerEmpty)).toBeDefined();
  expect(showsEmptyState()).toBe(true);
});

test("removing a line of the cart is announced with the product's name (§2.12)", async () => {
  let cartItems = [toCartItem(bowl, 2)];
  vi.stubGlobal("fetch", async (_: string, { method }: { method: string }) => {
    if (method === "DELETE") cartItems = [];
    return Response.json({ success: true, cartItems });
  });
  act(() => openCartFor("ravi"));
  render(<CartDrawer open onClose={() => {}} />);
  fireEvent.click(await screen.findByRole("button", { name: /^Remove Bowl/ }));
  fireEvent.click(screen.getByRole("button", { name: "Yes, Delete" }));
  await screen.findByText(/Bowl was removed from your bag/);
});

test("the cart drawer reports an invalid response, and offers to remove a sold-out product (§2.7, §5, §8)", async () => {
  let answer = () => new Response("<p>Back soon</p>", { headers: { "content-type": "text/html" } });
  vi.stubGlobal("fetch", async () => answer());
  act(() => openCartFor("kamal"));
  render(<CartDrawer open onClose={() => {}} />);
  expect(await screen.findByText("Invalid response format (expected JSON).")).toBeDefined();
  answer = () => Response.json({ success: true, cartItems: [{ ...toCartItem(bowl, 1), stock: 0 }] });
  fireEvent.click(screen.getByText("Try again"));
  expect(await screen.findByText("Sold out")).toBeDefined();
  expect(screen.getByRole("button", { name: /^Remove Bowl/ }).textContent).toBe("Remove");
});

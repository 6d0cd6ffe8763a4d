import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { getQuantityInCart, openCartFor } from "./cart-store.ts";
import { Purchase, usePurchase } from "./purchase.tsx";

const visited = vi.hoisted(() => [] as string[]);
vi.mock("#client/links.tsx", () => ({ goTo: async (path: string) => void visited.push(path) }));

const bowl = { _id: "bowl", title: "Bowl", category: "Serveware", price: 500, size: [], images: [] };
const Page = () => <Purchase purchase={usePurchase(bowl)} />;

beforeEach(() => {
  visited.length = 0;
  localStorage.clear();
  act(() => openCartFor(null));
  render(<Page />);
});

const click = (name: RegExp | string) => userEvent.click(screen.getByRole("button", { name }));
const readQuantity = () => screen.getByRole<HTMLInputElement>("textbox").value;

test("the quantity field on a product's page sets how many pieces are added to the bag, and then shows and changes the quantity in the bag (§2.6, D13, D14)", async () => {
  await click(/^Increase/);
  expect(getQuantityInCart("bowl")).toBe(0);
  await click(/^Add to Bag/);
  expect(getQuantityInCart("bowl")).toBe(2);
  screen.getByText("2 in your bag");
  await click(/^Increase/);
  expect(getQuantityInCart("bowl")).toBe(3);
  await click(/^Add/);
  expect([getQuantityInCart("bowl"), readQuantity()]).toEqual([4, "4"]);
});

test("Buy Now opens the cart with the chosen quantity, and adds nothing if the product is in the bag already (§2.6, D14)", async () => {
  await click(/^Increase/);
  await click("Buy Now");
  expect([getQuantityInCart("bowl"), visited]).toEqual([2, ["/cart"]]);
  await click("Buy Now");
  expect([getQuantityInCart("bowl"), visited]).toEqual([2, ["/cart", "/cart"]]);
});

import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { toCartItem } from "../cart.ts";
import { CartNotices } from "./cart-notices.tsx";

const platter = { _id: "platter", title: "Patta Platter", category: "", price: 900, size: [], images: [] };
const tray = { ...platter, _id: "tray", title: "Tray" };
let earlier = [toCartItem(platter, 1)];
vi.mock("./cart-store.ts", () => ({ useCart: () => ({ lines: [], earlier }) }));

test("the checkout and the bag name the pieces of the customer's last visit that joined the guest's bag (D18)", () => {
  const { container, rerender } = render(<CartNotices />);
  expect(container.textContent).toBe(
    "1 piece from your last visit is in your bag too: Patta Platter. Review your bag",
  );
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/cart");
  earlier = [toCartItem(platter, 1), toCartItem(tray, 2)];
  rerender(<CartNotices isInBag />);
  expect(container.textContent).toBe(
    "3 pieces from your last visit are in your bag too: Patta Platter, Tray. ",
  );
  earlier = [];
  rerender(<CartNotices />);
  expect(container.textContent).toBe("");
});

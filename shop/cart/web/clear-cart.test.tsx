import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { toCartItem, cartMessages } from "../cart.ts";
import { openCartFor, useCart } from "./cart-store.ts";
import { ClearCart } from "./clear-cart.tsx";

const messages = vi.hoisted(() => [] as string[]);
vi.mock("#ui/toast.ts", () => ({
  toastError: (text: string) => void messages.push(text),
  toastInfo: vi.fn(),
}));

const bowl = { _id: "bowl", title: "Bowl", category: "Serveware", price: 500, size: [], images: [] };

test("the cart is cleared after a confirmation, and a failure shows a message and restores the lines (§2.7, §7, §8)", async () => {
  const requested: string[] = [];
  let works = false;
  vi.stubGlobal("fetch", async (address: string, { method }: { method: string }) => {
    if (method !== "GET") requested.push(`${method} ${address}`);
    const cleared = method === "DELETE" && works;
    return Response.json(
      { success: true, cartItems: cleared ? [] : [toCartItem(bowl, 2)] },
      { status: method === "DELETE" && !works ? 500 : 200 },
    );
  });
  const Count = () => <output>{useCart().count}</output>;
  act(() => openCartFor("asha"));
  render(
    <>
      <Count />
      <ClearCart />
    </>,
  );
  const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const count = () => screen.getByRole("status").textContent;
  await expect.poll(count).toBe("2");

  await click("Clear Cart");
  await click("Cancel");
  expect(requested).toEqual([]);

  await click("Clear Cart");
  await click("Yes, Clear");
  await expect.poll(() => messages).toEqual([cartMessages.clearFailed]);
  expect(cartMessages.clearFailed).toBe("Failed to clear cart");
  await expect.poll(count).toBe("2");

  works = true;
  await click("Clear Cart");
  await click("Yes, Clear");
  await expect.poll(count).toBe("0");
  expect(requested).toEqual(["DELETE /api/cart/clear", "DELETE /api/cart/clear"]);
});

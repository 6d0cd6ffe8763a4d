import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { BuyAgain } from "./buy-again.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

test("'Buy again' adds the other products if another backend returns null for a product that was deleted (D101)", async () => {
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json(address.endsWith("/bowl") ? { _id: "bowl", title: "Bowl", price: 500 } : null),
  );
  const pieces = [
    { productId: "bowl", title: "Bowl", quantity: 2 },
    { productId: "tray", title: "Tray", quantity: 1 },
  ];
  render(<BuyAgain pieces={pieces} />);
  await userEvent.click(screen.getByRole("button", { name: "Buy again" }));
  await expect.poll(() => toasts).toEqual(["Not in the shop any more: Tray.", "2 pieces in your bag."]);
  expect(JSON.parse(localStorage.getItem("guestCart") ?? "[]")).toMatchObject([
    { productId: "bowl", quantity: 2 },
  ]);
});

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { bowl } from "../../../tests/support/samples.ts";
import { toasts } from "../../../tests/support/toasts.ts";
import { getQuantityInCart, openCartFor } from "#shop/cart/web/cart-store.ts";
import { TableSetting } from "./table-setting.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

beforeEach(() => localStorage.clear());

test("a double click on 'Add all to bag' adds the pieces of a table setting once", async () => {
  act(() => openCartFor(null));
  render(<TableSetting goods={[bowl]} />);
  const [, quantity] = /^(\d+) pieces?,/.exec(screen.getByText(/^\d+ pieces?,/).textContent) ?? [];
  await userEvent.dblClick(screen.getByRole("button", { name: "Add all to bag" }));
  await expect.poll(() => toasts.length).toBe(1);
  expect(getQuantityInCart(bowl._id)).toBe(Number(quantity));
});

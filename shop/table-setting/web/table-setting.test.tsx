import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { bowl } from "../../../tests/support/samples.ts";
import { toasts } from "../../../tests/support/toasts.ts";
import { getQuantityInCart, openCartFor } from "#shop/cart/web/cart-store.ts";
import { openAt } from "../../../tests/support/jsdom/open-at.tsx";
import { TableSetting } from "./table-setting.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

beforeEach(() => localStorage.clear());

const Table = () => <TableSetting goods={[bowl]} />;

test("a link to /lay-the-table without choices in its URL shows the first table setting again", async () => {
  const router = openAt("/lay-the-table", { "*": Table });
  const isPressed = () => screen.getByRole("button", { name: "Chai" }).getAttribute("aria-pressed");
  await userEvent.click(screen.getByRole("button", { name: "Chai" }));
  expect([location.hash, isPressed()]).toEqual(["#for=4&occasion=chai", "true"]);
  await act(() => router.navigate("/lay-the-table"));
  expect([location.hash, isPressed()]).toEqual(["", "false"]);
});

test("the chosen occasion of a table setting stays chosen after the link 'Skip to content' is followed", async () => {
  openAt("/lay-the-table", { "*": Table });
  const chai = screen.getByRole("button", { name: "Chai" });
  await userEvent.click(chai);
  const jumped = new Promise((resolve) => window.addEventListener("hashchange", resolve, { once: true }));
  await act(async () => {
    location.hash = "#content";
    await jumped;
  });
  expect(chai.getAttribute("aria-pressed")).toBe("true");
});

test("a double click on 'Add all to bag' adds the pieces of a table setting once", async () => {
  act(() => openCartFor(null));
  openAt("/lay-the-table", { "*": Table });
  const [, quantity] = /^(\d+) pieces?,/.exec(screen.getByText(/^\d+ pieces?,/).textContent) ?? [];
  await userEvent.dblClick(screen.getByRole("button", { name: "Add all to bag" }));
  await expect.poll(() => toasts.length).toBe(1);
  expect(getQuantityInCart(bowl._id)).toBe(Number(quantity));
});

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toCartItem } from "../cart.ts";
import { AddToBag } from "./add-to-bag.tsx";
import { openCartFor } from "./cart-store.ts";

const messages = vi.hoisted(() => [] as string[]);
vi.mock("#ui/toast.ts", () => {
  const say = (text: string) => void messages.push(text);
  return { toastError: say, toastInfo: say };
});

const bowl = { _id: "bowl", title: "Bowl", category: "Serveware", price: 500, size: [], images: [] };

beforeEach(() => {
  messages.length = 0;
  localStorage.clear();
});

const readButton = () => screen.getByRole("button").textContent.trim();
const click = () => userEvent.click(screen.getByRole("button"));

test("the button 'Add to Bag' shows 'Added' and the quantity after a successful response only (§2.7, D16, D22)", async () => {
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal("fetch", (_: string, { method }: { method: string }) =>
    method === "GET"
      ? Promise.resolve(Response.json({ success: true, cartItems: [] }))
      : new Promise<Response>((resolve) => (answer = resolve)),
  );
  act(() => openCartFor("asha"));
  render(<AddToBag product={bowl} quantity={2} />);
  await click();
  await expect.poll(() => readButton()).toBe("Add to Bag");
  await act(async () => answer(Response.json({ cartItems: [toCartItem(bowl, 2)] })));
  await expect.poll(readButton).toBe("Added: 2 in bag");
  await expect.poll(() => screen.queryByRole("status")?.textContent).toBe("Bowl was added. 2 in your bag.");

  screen.getByRole("button").focus();
  await expect.poll(readButton).toBe("Add to Bag");
  await click();
  await act(async () => answer(Response.json({ message: "no" }, { status: 500 })));
  await expect.poll(() => messages).toEqual(["Failed to add to cart"]);
  expect(readButton()).toBe("Add to Bag");
});

test("adding more than the stock shows that no more pieces are available (§2.7, D16, D22)", async () => {
  act(() => openCartFor(null));
  render(<AddToBag product={{ ...bowl, stock: 2 }} quantity={1} />);
  await click();
  expect(readButton()).toBe("Added: 1 in bag");
  await click();
  expect([readButton(), messages]).toEqual(["Added: 2 in bag", []]);
  await click();
  expect(messages).toEqual(["That's all we have: 2 in your bag"]);
});

test.each([
  ["double", () => userEvent.dblClick(screen.getByRole("button"))],
  ["triple", () => userEvent.tripleClick(screen.getByRole("button"))],
])("a %s click adds one piece, and two separate clicks add two (D14)", async (_, clickFast) => {
  act(() => openCartFor(null));
  render(<AddToBag product={bowl} quantity={1} />);
  await clickFast();
  expect(readButton()).toBe("Added: 1 in bag");
  await click();
  expect(readButton()).toBe("Added: 2 in bag");
});

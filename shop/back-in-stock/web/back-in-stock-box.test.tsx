import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { backInStockMessages } from "../back-in-stock.ts";
import { BackInStockBox } from "./back-in-stock-box.tsx";

const sent: unknown[] = [];
let answer: () => Promise<Response>;
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return answer();
  });
});

const respond = (status: number, message: string) => async () =>
  Response.json({ success: status === 200, code: "any", message }, { status });

const getField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Your e-mail address" });

async function send(address: string): Promise<void> {
  render(<BackInStockBox productId="bowl" />);
  fireEvent.input(getField(), { target: { value: address } });
  await userEvent.click(screen.getByRole("button", { name: "Notify me" }));
}

test("the back-in-stock form sends the e-mail address and the product, and the response replaces the form (§2.6)", async () => {
  answer = respond(200, backInStockMessages.saved);
  await send("asha@example.com");
  expect(sent).toEqual([{ productId: "bowl", email: "asha@example.com" }]);
  expect(screen.getByRole("status").textContent).toBe(backInStockMessages.saved);
  expect(screen.queryByRole("textbox")).toBeNull();
});

test.each([
  [
    "a refusal shows the shop's message",
    respond(409, backInStockMessages.inStock),
    backInStockMessages.inStock,
  ],
  [
    "an internal error shows no details",
    respond(500, "relation does not exist"),
    backInStockMessages.notSaved,
  ],
  [
    "a lost connection has a message",
    () => Promise.reject(new TypeError("offline")),
    backInStockMessages.notSaved,
  ],
])(
  "in the back-in-stock form %s, and the e-mail address stays in the focused field",
  async (_, answered, words) => {
    answer = answered;
    await send("asha@example.com");
    expect(await screen.findByText(words)).not.toBeNull();
    expect(getField().value).toBe("asha@example.com");
    expect(document.activeElement).toBe(getField());
  },
);

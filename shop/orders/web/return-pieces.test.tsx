import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "#ui/dialog-for-jsdom.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { sampleOrder } from "../../../tests/support/sample-order.ts";
import { ReturnPieces } from "./return-pieces.tsx";

const shown: string[] = [];
vi.mock("#ui/toast.ts", () => ({
  toastSuccess: (text: string) => void shown.push(text),
  toastError: (text: string) => void shown.push(text),
}));

const fetched = vi.fn<(url: string, init: { body: string }) => Promise<Response>>();
const delivered = { ...sampleOrder, orderStatus: "Delivered", deliveredAt: sampleOrder.createdAt };

beforeEach(() => {
  shown.length = 0;
  fetched.mockReset();
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

test("what was chosen is asked for; nothing chosen is said, and not sent", async () => {
  fetched.mockResolvedValue(Response.json({ success: true, order: delivered }));
  const onRequested = vi.fn<() => void>();
  render(<ReturnPieces order={delivered} onRequested={onRequested} />);
  await userEvent.click(screen.getByRole("button", { name: "Return pieces" }));
  const dialog = within(screen.getByRole("dialog"));
  const send = dialog.getByRole("button", { name: "Ask for a return" });
  await userEvent.click(send);
  expect(shown).toEqual(["Please choose what you would like to return."]);
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.selectOptions(dialog.getByLabelText("Teak Tray, of 1"), "1");
  await userEvent.click(dialog.getByRole("checkbox", { name: "Wrong piece" }));
  await userEvent.click(send);
  await vi.waitUntil(() => onRequested.mock.calls.length > 0);
  expect(JSON.parse(fetched.mock.calls[0]?.[1].body ?? "")).toEqual({
    reasons: ["Wrong piece"],
    comments: "",
    pieces: [{ productId: "tray", quantity: 1 }],
  });
  expect(shown.at(-1)).toBe("Return request submitted.");
});

test.each([
  ["has not arrived", sampleOrder],
  ["arrived too long ago", { ...delivered, serverTime: "2026-11-27T09:00:00.001Z" }],
])("no button while or once an order %s", (_, order) => {
  render(<ReturnPieces order={order} onRequested={() => {}} />);
  expect(screen.queryByRole("button")).toBeNull();
});

import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { sampleOrder } from "../../../tests/support/samples.ts";
import { toasts } from "../../../tests/support/toasts.ts";
import type { Order } from "#shop/orders/order.ts";
import { ReturnPanel } from "./return-panel.tsx";
import { ReturnPieces } from "./return-pieces.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const fetched = vi.fn<(url: string, init: { body: string; method: string }) => Promise<Response>>();
const delivered: Order = { ...sampleOrder, orderStatus: "Delivered", deliveredAt: sampleOrder.createdAt };
const ofOnePiece = { ...delivered, items: delivered.items.slice(0, 1) };
const returnRequest = {
  status: "Requested" as const,
  reasons: [],
  comments: "",
  pieces: [{ productId: "tray", quantity: 1 }],
  requestedAt: sampleOrder.createdAt,
  changedAt: sampleOrder.createdAt,
};
const requested: Order = { ...delivered, returnRequest };
const onRequested = vi.fn<(order: Order) => void>();

beforeEach(() => {
  fetched.mockReset();
  onRequested.mockReset();
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", fetched);
});

async function openDialog(order = delivered, name = "Return pieces") {
  render(<ReturnPieces order={order} onRequested={onRequested} />);
  await userEvent.click(screen.getByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog"));
  return { dialog, send: dialog.getByRole("button", { name: "Request return" }) };
}

test("the return dialog offers only pieces that were not refunded", async () => {
  const [bowl, tray] = delivered.items;
  if (!bowl || !tray) throw new Error("no items");
  const back = { ...tray, refunded: tray.quantity };
  const { dialog } = await openDialog({ ...delivered, items: [{ ...bowl, quantity: 3, refunded: 1 }, back] });
  expect(dialog.queryByRole("combobox", { name: "Teak Tray" })).toBeNull();
  const counts = within(dialog.getByRole("combobox", { name: "Acacia Bowl" })).getAllByRole("option");
  expect(counts.map(({ textContent }) => textContent)).toEqual(["None", "1", "All 2"]);
  const { container } = render(
    <ReturnPieces order={{ ...delivered, items: [back] }} onRequested={onRequested} />,
  );
  expect(container.childElementCount).toBe(0);
});

test("the return dialog says at each discounted piece that the shop replaces it but does not refund it (§9)", async () => {
  const [bowl, tray] = delivered.items;
  const items = [bowl, tray && { ...tray, reduced: true as const }].flatMap((item) => item ?? []);
  const { dialog } = await openDialog({ ...delivered, items });
  const terms = /^A discounted piece cannot be returned or refunded, but we replace one that arrives damaged/;
  dialog.getByRole("combobox", { name: "Teak Tray", description: terms });
  expect(dialog.queryAllByText(terms)).toHaveLength(1);
});

test("the return dialog sends the chosen pieces once, even after several clicks, and shows a message if no piece or no reason is chosen (§9)", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  fetched.mockReturnValue(promise);
  const { dialog, send } = await openDialog();
  await userEvent.click(send);
  const nothingChosen = { description: "Please choose what you would like to return." };
  const bowl = dialog.getByRole("combobox", { name: "Acacia Bowl", ...nothingChosen });
  expect(document.activeElement).toBe(bowl);
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Teak Tray" }), "1");
  expect(dialog.queryByRole("combobox", nothingChosen)).toBeNull();
  await userEvent.click(send);
  const reasons = dialog.getByRole("group", { description: "Please choose at least one reason." });
  const wrongPiece = dialog.getByRole("checkbox", { name: "Wrong piece" });
  expect(reasons.contains(document.activeElement)).toBe(true);
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.click(wrongPiece);
  await userEvent.click(send);
  await userEvent.click(send);
  resolve(Response.json({ success: true, order: requested }));
  await expect.poll(() => onRequested.mock.calls.length).toBeGreaterThan(0);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(JSON.parse(fetched.mock.calls[0]?.[1].body ?? "")).toEqual({
    reasons: ["Wrong piece"],
    comments: "",
    pieces: [{ productId: "tray", quantity: 1 }],
    known: 0,
  });
  expect(toasts).toEqual(["Return request submitted."]);
});

test("the return dialog opens again without the error and the photographs of the last time", async () => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 8, height: 8, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockReturnValue("data:image/jpeg;base64,AAAA");
  const { dialog, send } = await openDialog();
  const photo = new File(["photo"], "bowl.jpg", { type: "image/jpeg" });
  await userEvent.upload(dialog.getByLabelText("Add photos"), photo);
  await dialog.findByRole("img", { name: /^Your upload/ });
  await userEvent.click(send);
  expect(dialog.queryByText("Please choose what you would like to return.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Not now" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Return pieces" }));
  expect(screen.queryByText("Please choose what you would like to return.")).toBeNull();
  expect(screen.queryByRole("img", { name: /^Your upload/ })).toBeNull();
});

test("the return dialog closes when the customer requests a return in another tab (§9)", async () => {
  const { rerender } = render(<ReturnPieces order={delivered} onRequested={onRequested} />);
  await userEvent.click(screen.getByRole("button", { name: "Return pieces" }));
  await screen.findByRole("dialog");
  rerender(<ReturnPieces order={requested} onRequested={onRequested} />);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("after a first return request, only the other pieces of the order can be returned (§9)", async () => {
  const { dialog } = await openDialog(requested, "Return other pieces");
  expect(dialog.queryByRole("combobox", { name: "Teak Tray" })).toBeNull();
  dialog.getByRole("combobox", { name: "Acacia Bowl" });
});

test("the return dialog does not offer the pieces of a refused return, and says why", async () => {
  const order: Order = { ...delivered, returnRequest: { ...returnRequest, status: "Refused" } };
  const { dialog } = await openDialog(order, "Return other pieces");
  expect(dialog.queryByRole("combobox", { name: "Teak Tray" })).toBeNull();
  dialog.getByText(/^We could not accept a return of 1 × Teak Tray, so you cannot request it again/);
});

test("an accepted return shows where and until when to send the pieces, and who pays for the shipping", () => {
  const accepted = { ...returnRequest, status: "Accepted" as const, payer: "shop" as const };
  const order: Order = { ...delivered, returnRequest: accepted };
  const sendTo = ["Taruva", "12 Ring Road", "Surat, Gujarat 395002"];
  const { container, rerender } = render(<ReturnPanel order={order} sendTo={sendTo} />);
  for (const words of ["12 Ring Road", "Surat, Gujarat 395002", "We pay the return shipping.", "27 Nov 2026"])
    expect(container.textContent).toContain(words);
  rerender(<ReturnPanel order={order} sendTo={null} />);
  screen.getByText("We'll e-mail you the address.");
});

test.each([
  ["a lost response", () => Promise.reject(new TypeError("reset")), "Return request submitted."],
  [
    "a refusal because of an earlier request",
    async () =>
      Response.json({ code: "returned", message: "It has already been requested." }, { status: 409 }),
    "It has already been requested.",
  ],
])(
  "after %s the page reloads the order and shows the stored return request (§9)",
  async (_, answer, toast) => {
    fetched.mockImplementation((_url, { method }) =>
      method === "GET" ? Promise.resolve(Response.json({ success: true, order: requested })) : answer(),
    );
    const { dialog, send } = await openDialog(ofOnePiece);
    await userEvent.click(dialog.getByRole("checkbox", { name: "Other" }));
    await userEvent.click(send);
    await expect.poll(() => onRequested.mock.calls.length).toBeGreaterThan(0);
    expect(onRequested.mock.calls[0]?.[0]).toMatchObject({ returnRequest: { status: "Requested" } });
    expect(toasts).toEqual([toast]);
  },
);

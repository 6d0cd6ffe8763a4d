import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { at, bowls, showOrder, tray } from "../../../tests/support/jsdom/order-screen.tsx";
import { queries } from "../use-view.ts";

const parcel = {
  position: 1,
  status: "Sent",
  isReplacement: false,
  tracking: { courier: "DTDC", number: "7" },
  dispatchedAt: at,
  deliveredAt: null,
  lostAt: null,
  pieces: [{ productId: "bowl", quantity: 1 }],
};

const PARTLY_SENT = {
  dispatchedAt: at,
  partlySent: true,
  tracking: parcel.tracking,
  lines: [
    { ...tray, unsent: 1 },
    { ...bowls, unsent: 1 },
  ],
  parcels: [parcel],
};

const readLine = async (title: string) => (await screen.findByText(title)).closest("li")?.textContent;

test("a partly sent order shows which pieces are sent, also in the history of each parcel", async () => {
  showOrder(PARTLY_SENT);
  expect(await readLine("Acacia Bowl")).toMatch(/1 of 2 sent/);
  expect(await readLine("Teak Tray")).not.toMatch(/sent/);
  const history = within(screen.getByRole("region", { name: "History" }));
  expect(history.getByText("Parcel 1 sent with DTDC, 7: 1 × Acacia Bowl")).toBeTruthy();
});

test("the history names the parcel that was delivered or lost, if the order has several parcels or is not sent completely", async () => {
  const delivered = { ...parcel, deliveredAt: at };
  showOrder({ ...PARTLY_SENT, parcels: [delivered] });
  expect(await screen.findByText("Parcel 1 delivered: 1 × Acacia Bowl")).toBeTruthy();
  cleanup();
  queries.clear();
  const parcels = [
    delivered,
    { ...parcel, position: 2, pieces: [{ productId: "tray", quantity: 1 }], lostAt: at },
  ];
  showOrder({ ...PARTLY_SENT, partlySent: false, parcels });
  expect(await screen.findByText("Parcel 1 of 2 delivered: 1 × Acacia Bowl")).toBeTruthy();
  expect(screen.getByText("Parcel 2 of 2 lost on the way: 1 × Teak Tray")).toBeTruthy();
});

test("the history names the first parcel and its replacement", async () => {
  const parcels = [
    { ...parcel, lostAt: at },
    { ...parcel, position: 2, isReplacement: true },
  ];
  showOrder({ ...PARTLY_SENT, partlySent: false, parcels });
  expect(await screen.findByText(/^First parcel lost on the way/)).toBeTruthy();
  expect(screen.getByText(/^Replacement sent/)).toBeTruthy();
});

test("if one parcel is a replacement, the history numbers the other parcels without their count", async () => {
  const parcels = [
    parcel,
    { ...parcel, position: 2, isReplacement: true },
    { ...parcel, position: 3, pieces: [{ productId: "tray", quantity: 1 }] },
  ];
  showOrder({ ...PARTLY_SENT, partlySent: false, parcels });
  expect(await screen.findByText("Parcel 1 sent with DTDC, 7: 1 × Acacia Bowl")).toBeTruthy();
  expect(screen.getByText(/^Replacement sent/)).toBeTruthy();
  expect(screen.getByText("Parcel 3 sent with DTDC, 7: 1 × Teak Tray")).toBeTruthy();
});

test("an order in one parcel shows no pieces in its history", async () => {
  showOrder({ ...PARTLY_SENT, partlySent: false, lines: [{ ...bowls, unsent: 0 }] });
  expect(await screen.findByText("Sent with DTDC, 7")).toBeTruthy();
  expect(await readLine("Acacia Bowl")).not.toMatch(/sent/);
});

const offers = (title: string) =>
  [...screen.getByRole<HTMLSelectElement>("combobox", { name: title }).options].map(({ text }) => text);

test.each([
  ["cancels pieces of", "orders cancel", "Cancel unsent pieces and refund", "All"],
  ["dispatches pieces of", "orders dispatch", "Dispatch", undefined],
])(
  "the form that %s a partly sent order offers only the pieces that are not sent",
  async (_, action, name, hidden) => {
    showOrder({ ...PARTLY_SENT, lines: [tray, { ...bowls, quantity: 3, unsent: 2 }] }, [action]);
    fireEvent.click(await screen.findByRole("button", { name }));
    if (hidden) expect(screen.queryByRole("button", { name: hidden })).toBeNull();
    else fireEvent.click(screen.getByRole("button", { name: "Some pieces" }));
    expect(offers("Acacia Bowl")).toEqual(["None", "1 of 2", "2 of 2"]);
  },
);

test("the form that cancels unsent pieces preselects no piece if there are several", async () => {
  showOrder(PARTLY_SENT, ["orders cancel"]);
  fireEvent.click(await screen.findByRole("button", { name: "Cancel unsent pieces and refund" }));
  for (const name of ["Teak Tray", "Acacia Bowl"])
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name }).value, name).toBe("");
});

test("the form that cancels the last unsent piece of an order preselects this piece", async () => {
  showOrder(
    {
      ...PARTLY_SENT,
      lines: [
        { ...tray, unsent: 0 },
        { ...bowls, unsent: 1 },
      ],
    },
    ["orders cancel"],
  );
  fireEvent.click(await screen.findByRole("button", { name: "Cancel unsent pieces and refund" }));
  expect(screen.getByText(/nothing changes for those that are sent/)).toBeTruthy();
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Acacia Bowl" }).value).toBe("1");
});

const toReturn = (status: string, pieces: readonly object[]) => ({
  status: "Delivered",
  dispatchedAt: at,
  deliveredAt: at,
  lines: [tray, bowls],
  returnRequest: { status, reasons: ["Other"], comments: "", pieces, requestedAt: at, changedAt: at },
});

test("while a return is open, the refund form offers only the other pieces", async () => {
  showOrder(toReturn("Accepted", [{ productId: "bowl", quantity: 1 }, tray]), ["orders refund"]);
  fireEvent.click(await screen.findByRole("button", { name: "Refund" }));
  expect(screen.queryByRole("button", { name: "All" })).toBeNull();
  expect(offers("Acacia Bowl")).toEqual(["None", "1 of 1"]);
  expect(screen.queryByRole("combobox", { name: "Teak Tray" })).toBeNull();
  expect(within(screen.getByRole("dialog")).getAllByText("1 in an open return")).toHaveLength(2);
});

test("the form that records a return offers no pieces of a refused return, and says why", async () => {
  showOrder(toReturn("Refused", [{ productId: "bowl", quantity: 1 }, tray]), ["returns --request"]);
  fireEvent.click(await screen.findByRole("button", { name: "Record a return" }));
  expect(offers("Acacia Bowl")).toEqual(["None", "1 of 1"]);
  expect(screen.queryByRole("combobox", { name: "Teak Tray" })).toBeNull();
  expect(within(screen.getByRole("dialog")).getAllByText("1 in an open or refused return")).toHaveLength(2);
});

const record = { at, by: "Asha", command: "orders dispatch", outcome: "done" };

test("the history shows an undone dispatch as undone, and not as a correction of the courier", async () => {
  showOrder({}, [], { records: [record] });
  expect(await screen.findByText("Dispatched, later undone")).toBeTruthy();
});

test("the history shows a correction of the courier after the dispatch", async () => {
  showOrder(PARTLY_SENT, [], { records: [{ ...record, at: "2026-11-28T03:15:00.000Z" }] });
  expect(await screen.findByText("Courier and number entered")).toBeTruthy();
});

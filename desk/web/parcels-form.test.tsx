import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand } from "../calls.ts";
import type { ListedOrder } from "./order-parts.tsx";
import { Parcels, type Refusals } from "./parcels-form.tsx";
import { refreshViews } from "./use-view.ts";
import { showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const dispatch: DescribedCommand = {
  noun: "orders",
  verb: "dispatch",
  summary: "Dispatches.",
  args: [],
  options: {
    from: { summary: "the list", kind: "file" },
    "skip-faulty": { summary: "skip rows with errors", flag: true },
  },
  examples: [],
};

const orders = ["TRV-7K3M9Q", "TRV-VF2A5D"].map((orderId) => ({
  orderId,
  contact: { firstName: "Asha", lastName: "Patel" },
  shippingAddress: { city: "Pune" },
  gift: orderId === "TRV-VF2A5D" ? { message: "For you" } : null,
  lines: [{ productId: "tray", title: "Teak Tray", quantity: 2, cancelled: 0, imageUrl: null }],
})) as ListedOrder[];

const reply = vi.fn<(run: CommandRun) => object>();
const sent: string[] = [];
let changed: object[] = [];
let lastCourier = "";
const done = vi.fn<(sentIds: readonly string[], refusals: Refusals) => void>();
const upload = vi.fn<() => void>();

beforeEach(() => {
  sent.length = 0;
  changed = [];
  lastCourier = "";
  vi.stubGlobal("fetch", async (address: string, { body }: { body: unknown }) => {
    if (address === "/api/commands") return Response.json([dispatch]);
    if (address.startsWith("/api/files")) {
      if (body instanceof Blob) sent.push(await body.text());
      return Response.json({ file: "id-1" });
    }
    if (address === "/api/view") {
      const data = String(body).includes('"show"') ? { lastCourier } : changed;
      return Response.json({ outcome: "done", result: { data } });
    }
    return new Response(`${JSON.stringify(reply(JSON.parse(String(body)) as CommandRun))}\n`);
  });
});

afterEach(() => {
  reply.mockReset();
  done.mockReset();
});

async function show() {
  showDesk(<Parcels orders={orders} onDone={done} onUpload={upload} />);
  await screen.findByRole("combobox", { name: "Courier" });
}

const [first, second] = ["TRV-7K3M9Q", "TRV-VF2A5D"];
const getNumber = (orderId = "") =>
  screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(orderId) });
const type = (orderId = "", number: string) =>
  fireEvent.change(getNumber(orderId), { target: { value: number } });
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });
const getButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Dispatch/ });

const question = {
  outcome: "confirm",
  question: "Mark 1 parcel as dispatched?",
  action: "Mark 1 parcel as dispatched",
  columns: ["Order", "What happens"],
  rows: [
    [second, "Skipped, row 3: the tracking number “X” (column “number”) is wrong"],
    [first, "Dispatched, e-mail to the customer"],
  ],
};

test("the form that dispatches several orders sends a list with all of them, and asks for confirmation in the same dialog", async () => {
  reply.mockReturnValue(question);
  await show();
  expect(getNumber(first).closest("li")?.textContent).toMatch(/^2 × Teak TrayTRV/);
  expect(getNumber(second).closest("li")?.textContent).toMatch(/^2 × Teak TrayTRV-VF2A5D, .* Gift/);
  choose("Courier", "DTDC");
  type(first, "5511");
  expect(getButton().textContent).toBe("Dispatch 1 of 2 parcels");
  fireEvent.click(getButton());
  await expect
    .poll(() => sent)
    .toEqual([
      'order,courier,number,link,status\n"TRV-7K3M9Q","DTDC","5511","",""\n"TRV-VF2A5D","DTDC","","",""',
    ]);
  expect(await screen.findByText("Mark 1 parcel as dispatched?")).toBeTruthy();
  expect(screen.getByRole("cell", { name: "Dispatched, e-mail to the customer" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "Skipped: the tracking number “X” is wrong" })).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Mark 1 parcel as dispatched" }));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(getNumber(first).value).toBe("5511");
  expect(document.activeElement).toBe(getNumber(first));
});

test("a courier can be chosen for a single order, and another courier can be typed with the address of its tracking page", async () => {
  reply.mockReturnValue(question);
  await show();
  type(first, "77");
  type(second, "78");
  choose(`Courier of ${second}`, "India Post");
  choose("Courier", "another value");
  fireEvent.change(screen.getByRole("textbox", { name: "Courier" }), { target: { value: "Gati" } });
  expect(await screen.findByRole("textbox", { name: /^Tracking page/ })).toBeTruthy();
  fireEvent.click(getButton());
  await expect
    .poll(() => sent.join())
    .toContain('"TRV-7K3M9Q","Gati","77","",""\n"TRV-VF2A5D","India Post","78","",""');
});

test("for several orders, the form suggests the courier of the last parcel, and the suggestion does not change while the form is open", async () => {
  lastCourier = "DTDC";
  await show();
  const courier = screen.getByRole<HTMLSelectElement>("combobox", { name: "Courier" });
  expect(courier.value).toBe("DTDC");
  expect(screen.getByText("Suggestion: DTDC took your last parcel")).toBeTruthy();
  lastCourier = "Delhivery";
  changed = [{ ...orders[0], tracking: { courier: "Delhivery", number: "71" } }];
  refreshViews();
  expect(await screen.findByText(/^The order was sent in the meantime with Delhivery/)).toBeTruthy();
  expect(courier.value).toBe("DTDC");
});

test("in the form that dispatches several orders, Enter moves to the next tracking number, and the same number for two orders is an error at both", async () => {
  await show();
  choose("Courier", "DTDC");
  getNumber(first).focus();
  type(first, "D5511");
  expect(fireEvent.keyDown(getNumber(first), { key: "Enter" })).toBe(false);
  expect(document.activeElement).toBe(getNumber(second));
  type(second, "D5511 ");
  for (const [orderId, other] of [[first, second] as const, [second, first] as const])
    expect(getNumber(orderId).closest("li")?.textContent).toContain(`${other} has this number too.`);
  fireEvent.click(getButton());
  expect(document.activeElement).toBe(getNumber(first));
  expect(sent).toEqual([]);
  type(second, "D5512");
  expect(getButton().textContent).toBe("Dispatch 2 parcels");
});

test("the button that dispatches several orders shows at the first empty field what is missing, and focuses it", async () => {
  await show();
  fireEvent.click(getButton());
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Courier" }));
  expect(screen.getByText("Please choose “Courier”.")).toBeTruthy();
  choose("Courier", "DTDC");
  fireEvent.click(getButton());
  expect(document.activeElement).toBe(getNumber(first));
  expect(screen.getByText("Enter at least one tracking number.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Upload the courier's list" }));
  expect(upload).toHaveBeenCalledOnce();
  type(second, "77");
  expect(screen.queryByRole("button", { name: "Upload the courier's list" })).toBeNull();
  expect(screen.queryByText("Enter at least one tracking number.")).toBeNull();
  expect(sent).toEqual([]);
});

test("if the shop refuses all parcels, each wrong tracking number shows the reason until the user changes it", async () => {
  const why = "the tracking number “X” (column “number”) is longer than 60 characters";
  reply.mockReturnValue({
    outcome: "refused",
    message: `No parcel, because 1 row has an error:\nrow 3: ${why}`,
  });
  await show();
  choose("Courier", "DTDC");
  type(second, "X");
  fireEvent.click(getButton());
  const error = "The tracking number “X” is longer than 60 characters";
  expect((await screen.findByText(error)).closest("li")).toBe(getNumber(second).closest("li"));
  expect(document.activeElement).toBe(getNumber(second));
  expect(screen.queryByText(/^No parcel/)).toBeNull();
  changed = [{ ...orders[0], tracking: { courier: "Gati", number: "71" } }];
  refreshViews();
  expect(await screen.findByText(/^The order was sent in the meantime with Gati/)).toBeTruthy();
  expect(screen.getByText(error).closest("li")).toBe(getNumber(second).closest("li"));
  type(second, "Y");
  expect(screen.queryByText(error)).toBeNull();
});

test("if the shop refuses some of the parcels, the form reports which orders were sent and why the other orders were not", async () => {
  reply.mockImplementation(({ confirmed }) =>
    confirmed
      ? {
          outcome: "done",
          result: {
            message: "1 parcel marked as dispatched.",
            columns: ["Row", "Order", "Not dispatched because"],
            rows: [[3, second, "TRV-VF2A5D is not paid yet"]],
          },
        }
      : question,
  );
  await show();
  choose("Courier", "DTDC");
  type(first, "77");
  type(second, "78");
  fireEvent.click(getButton());
  fireEvent.click(await screen.findByRole("button", { name: "Mark 1 parcel as dispatched" }));
  await expect
    .poll(() => done.mock.calls)
    .toEqual([[[first], new Map([[second, "TRV-VF2A5D is not paid yet"]])]]);
  expect(reply.mock.calls.at(-1)?.[0].options).toEqual({ "skip-faulty": "on" });
});

test("an invalid tracking page is reported at its own field until the user changes a value", async () => {
  const why = "the link “http://gati.example” (column “link”) does not begin with https://";
  reply.mockReturnValue({
    outcome: "refused",
    message: `No parcel, because 2 rows have an error:\nrow 2: ${why}\nrow 3: ${why}`,
  });
  await show();
  choose("Courier", "another value");
  fireEvent.change(screen.getByRole("textbox", { name: "Courier" }), { target: { value: "Gati" } });
  const page = await screen.findByRole("textbox", { name: /^Tracking page/ });
  type(first, "77");
  type(second, "78");
  fireEvent.click(getButton());
  const error = "The link “http://gati.example” does not begin with https://";
  expect(await screen.findByText(error)).toBeTruthy();
  expect(document.activeElement).toBe(page);
  expect(getNumber(first).getAttribute("aria-invalid")).toBeNull();
  type(second, "79");
  expect(screen.queryByText(error)).toBeNull();
});

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ListedOrder } from "../order-parts.tsx";
import { place } from "../router.ts";
import { queries, refreshViews } from "../use-view.ts";
import PhoneOrderScreen, { findCustomers, findEarlierOrders, toAddress } from "./phone-order.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const MEERA = { firstName: "Meera", lastName: "Shah" };
const LATA = { firstName: "Lata", lastName: "Rao" };

const order = (contact: object, street: string, phoneNumber: string) =>
  ({
    contact,
    shippingAddress: { street, zipCode: "411001", city: "Pune", state: "Maharashtra", phoneNumber },
  }) as ListedOrder;

const gift = order({ ...LATA, buyer: { ...MEERA, phoneNumber: "9876543210" } }, "4 Hill Road", "9123456780");
const own = order(MEERA, "12 Ring Road", "9876543210");

test("a caller's phone number finds the orders that the caller placed, but not the gifts that the caller received (D120)", () => {
  const { last, usual, addresses } = findEarlierOrders([gift, own], "9876543210");
  expect({ last, usual, addresses }).toEqual({ last: gift, usual: own, addresses: [gift, own] });
  expect(toAddress(gift)).toMatchObject({ street: "4 Hill Road", recipient: "Lata Rao" });
  expect(toAddress(own)).toMatchObject({ recipient: "", "recipient-phone": "" });
  expect(findEarlierOrders([gift, own], "9123456780")).toEqual({
    last: undefined,
    usual: undefined,
    addresses: [],
  });
});

test("a typed name finds customers by the words of their own name, but not by the name of a gift's recipient", () => {
  const other = order({ firstName: "Meera", lastName: "Rao" }, "9 Lake View", "9000000001");
  expect(findCustomers([other, gift, own], "mee")).toEqual([other, own]);
  expect(findCustomers([other, gift, own], "Shah  me")).toEqual([own]);
  expect(findCustomers([other, gift, own], "lata")).toEqual([]);
});

test("the first digits of a phone number find the customer who placed orders with it, but not the recipient of a gift", () => {
  expect(findCustomers([gift, own], "987654")).toEqual([own]);
  expect(findCustomers([gift, own], "543210")).toEqual([]);
  expect(findCustomers([gift, own], "912345")).toEqual([]);
});

beforeEach(() => localStorage.clear());

const TEXTS = ["name", "phone", "email", "street", "pin", "city", "state", "recipient", "recipient-phone"];

const take = describeCommand(
  "orders take",
  {
    ...Object.fromEntries(TEXTS.map((name) => [name, { summary: "a text" }])),
    paid: { summary: "how it was paid", choices: ["upi", "cash"] },
    reference: { summary: "the reference in your bank" },
    cash: { summary: "paid at the door", flag: true },
    line: { summary: "the pieces", kind: "pieces", many: true },
    discount: { summary: "your discount" },
    gift: { summary: "wrap it", flag: true },
    card: { summary: "the text for the card" },
  },
  { hasPreview: true },
);

const read = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name }).value;
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

const PRODUCTS = describeCommand("products list", {});

let products: readonly object[] = [];

const TRAY = {
  id: "teak-tray",
  title: "Teak Tray",
  price: 149_900,
  inclusivePrice: 176_882,
  onHand: 2,
  reserved: 0,
  picture: null,
};

/** The shop's response to a preview with only the pieces. */
const previewSum = ({ line, discount }: Record<string, string>) =>
  line === "teak-tray:3"
    ? { outcome: "refused", message: "3 × Teak Tray are ordered, but only 2 are in stock." }
    : {
        outcome: "done",
        result: {
          data: {
            orderId: "",
            subtotal: 299_800,
            shipping: 10_000,
            cgst: 0,
            sgst: 0,
            coupon: Number(discount ?? 99) * 100,
            ...(discount ? { warnings: ["Please check the discount."] } : { couponName: "#SALE30" }),
            payable: 309_800 - Number(discount ?? 99) * 100,
          },
        },
      };

function openScreen({ rules, orders }: { rules: Record<string, string>; orders: readonly object[] }) {
  queries.clear();
  products = [TRAY];
  answerDesk([take, PRODUCTS], ({ noun, dryRun, options = {} }, address) => {
    if (address === "/api/run") return { outcome: "refused", message: "Something is missing." };
    if (dryRun) {
      const reply = previewSum(options);
      return reply.outcome === "done"
        ? reply
        : Response.json({ error: { code: "refused", message: reply.message } }, { status: 409 });
    }
    const data =
      noun === "rules" ? { values: rules, revision: "1" } : noun === "products" ? products : orders;
    return withData(data);
  });
  showDesk(<PhoneOrderScreen />);
  return screen.findByRole("textbox", { name: "Phone" });
}

test("a known phone number fills in the customer's name and last own address once, and another number clears the values that the owner has not changed", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  const later = { ...gift, ...saved, orderId: "TRV-VF2A5D" };
  await openScreen({ rules: {}, orders: [later, { ...own, ...saved }] });
  type("Phone", "9876543210");
  await expect.poll(() => read("Name")).toBe("Meera Shah");
  expect([read("Street"), read("PIN"), read("City")]).toEqual(["12 Ring Road", "411001", "Pune"]);
  type("Name", "");
  expect(read("Name")).toBe("");
  type("Street", "14 Ring Road");
  type("Phone", "9876543211");
  expect([read("Street"), read("PIN"), read("City")]).toEqual(["14 Ring Road", "", ""]);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "State" }).value).toBe("");
});

test("an order by phone from a customer's screen begins with the customer's name and address", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  place.set("/orders/new?phone=9876543210");
  await openScreen({ rules: {}, orders: [{ ...own, ...saved }] });
  place.set("/orders/new");
  await expect.poll(() => read("Name")).toBe("Meera Shah");
  expect([read("Phone"), read("Street")]).toEqual(["9876543210", "12 Ring Road"]);
});

test("a PIN typed before the phone number of a known customer stays, and the customer's address is offered", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  await openScreen({ rules: {}, orders: [{ ...own, ...saved }] });
  type("PIN", "380006");
  type("Phone", "9876543210");
  await expect.poll(() => read("Name")).toBe("Meera Shah");
  expect([read("Street"), read("PIN"), read("City")]).toEqual(["", "380006", "Ahmedabad"]);
  fireEvent.click(screen.getByRole("button", { name: "12 Ring Road, Pune" }));
  expect([read("Street"), read("PIN"), read("City")]).toEqual(["12 Ring Road", "411001", "Pune"]);
  expect(screen.queryByRole("button", { name: "12 Ring Road, Pune" })).toBeNull();
});

test("a typed name offers known customers, and the chosen one fills in the form as the phone number does", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  await openScreen({ rules: {}, orders: [{ ...own, ...saved }] });
  type("Name", "me");
  expect(screen.queryByRole("button", { name: /^Meera Shah/ })).toBeNull();
  type("Name", "meera");
  fireEvent.click(await screen.findByRole("button", { name: "Meera Shah, 9876543210, Pune" }));
  expect([read("Phone"), read("Name")]).toEqual(["9876543210", "Meera Shah"]);
  await expect.poll(() => read("Street")).toBe("12 Ring Road");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
  type("Name", "Meera Shah-Rao");
  expect([read("Phone"), read("Street")]).toEqual(["9876543210", "12 Ring Road"]);
  type("Phone", "9876543211");
  expect([read("Name"), read("Street")]).toEqual(["Meera Shah-Rao", ""]);
});

test("the first six digits of a phone number offer known customers, as a name does", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  await openScreen({ rules: {}, orders: [{ ...own, ...saved }] });
  type("Phone", "98765");
  expect(screen.queryByRole("button", { name: /^Meera Shah/ })).toBeNull();
  type("Phone", "+91 98765 4");
  fireEvent.click(await screen.findByRole("button", { name: "Meera Shah, 9876543210, Pune" }));
  expect([read("Phone"), read("Name")]).toEqual(["9876543210", "Meera Shah"]);
  await expect.poll(() => read("Street")).toBe("12 Ring Road");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Phone" }));
});

test("a started order by phone is still there after leaving the screen, until it is discarded", async () => {
  await openScreen({ rules: {}, orders: [] });
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  type("Street", "14 Ring Road");
  type("Name", "Meera Shah");
  type("Find a product", "tray");
  fireEvent.click(await screen.findByText("Teak Tray"));
  expect(screen.getByRole("button", { name: "Discard" })).toBeTruthy();
  cleanup();
  await openScreen({ rules: {}, orders: [] });
  expect(read("Street")).toBe("14 Ring Road");
  expect(screen.getByText(/^Your order for Meera Shah from .* is not placed yet\.$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Discard" }), "the notice has a button for it").toBeNull();
  // The product is loaded again, because it was not searched on this visit.
  expect(await screen.findByText("₹1,499.00")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Start again" }));
  expect(read("Street")).toBe("");
  expect(screen.queryByText(/is not placed yet/)).toBeNull();
  cleanup();
  await openScreen({ rules: {}, orders: [] });
  expect(read("Street")).toBe("");
});

test("an order by phone begun from the screen of a customer is saved as a draft only after the owner has entered something", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  place.set("/orders/new?phone=9876543210");
  await openScreen({ rules: {}, orders: [{ ...own, ...saved }] });
  await expect.poll(() => read("Name")).toBe("Meera Shah");
  expect(localStorage.length).toBe(0);
  type("Street", "14 Ring Road");
  expect(localStorage.length).toBe(1);
  place.set("/orders/new");
});

test("a collapsed group in the form of an order by phone shows what is entered in it", async () => {
  await openScreen({ rules: {}, orders: [] });
  const summary = () => screen.getByText("Gift wrap and card").closest("summary")?.textContent;
  expect(summary()).toBe("Gift wrap and card");
  fireEvent.click(screen.getByLabelText("Gift"));
  fireEvent.change(screen.getByLabelText("Card"), { target: { value: "Happy birthday" } });
  expect(summary()).toBe("Gift wrap and cardGift · Happy birthday");
});

test("the fields of the recipient open when the address of an earlier gift fills them in", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  await openScreen({ rules: {}, orders: [{ ...gift, ...saved }] });
  const isOpen = () => screen.getByLabelText(/^Recipient phone/).closest("details")?.open;
  expect(isOpen()).toBe(false);
  type("Phone", "9876543210");
  await expect.poll(isOpen).toBe(true);
});

test("the form of an order by phone asks for cash on delivery only if the shop offers it, and for a reference only if the order is paid", async () => {
  const rules: Record<string, string> = {};
  await openScreen({ rules, orders: [] });
  const paid = screen.getByRole("combobox", { name: "Has the customer paid?" });
  const hasCash = () => screen.queryByRole("checkbox", { name: "Cash on delivery" }) !== null;
  const hasReference = () => screen.queryByRole("textbox", { name: "Reference" }) !== null;
  expect([hasCash(), hasReference()]).toEqual([false, false]);
  rules["cash-up-to"] = "5000";
  refreshViews();
  await expect.poll(hasCash).toBe(true);
  fireEvent.change(paid, { target: { value: "upi" } });
  expect([hasCash(), hasReference()]).toEqual([false, true]);
  const isRequired = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Reference" }).required;
  expect(isRequired()).toBe(true);
  fireEvent.change(paid, { target: { value: "cash" } });
  expect(isRequired()).toBe(false);
});

test("the form of an order by phone shows above the button what the customer gets, without the e-mail address, which a screen reader would announce after each letter", async () => {
  await openScreen({ rules: { "cash-up-to": "5000" }, orders: [] });
  const paid = screen.getByRole("combobox", { name: "Has the customer paid?" });
  expect(screen.getByText(/^Without an e-mail address, you send the customer a link to pay\./)).toBeTruthy();
  type("E-mail", "meera@example.com");
  expect(screen.getByText("The shop e-mails the customer a link to pay.")).toBeTruthy();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Cash on delivery" }));
  expect(
    screen.getByText(/^The shop e-mails the customer a link to confirm the order\. .* in cash\.$/),
  ).toBeTruthy();
  fireEvent.change(paid, { target: { value: "upi" } });
  expect(screen.getByText("The shop e-mails the customer the confirmation with the invoice.")).toBeTruthy();
  type("E-mail", "");
  expect(screen.getByText(/^Without an e-mail address, the customer gets no confirmation\./)).toBeTruthy();
});

test("an order by phone shows the price of each piece and the total before the customer is known, and subtracts the owner's discount", async () => {
  await openScreen({ rules: {}, orders: [] });
  expect(read("Discount")).toBe("");
  type("Find a product", "tray");
  fireEvent.click(await screen.findByText("Teak Tray"));
  expect(screen.getByText("₹1,499.00")).toBeTruthy();
  const more = screen.getByRole("button", { name: /^Increase.*Teak Tray/ });
  fireEvent.click(more);
  expect(screen.getByText("₹2,998.00, ₹1,499.00 each")).toBeTruthy();
  expect(screen.getByText("₹3,537.64 with GST")).toBeTruthy();
  const readRow = (name: string) => screen.queryByText(name, { selector: "dt" })?.nextSibling?.textContent;
  await expect.poll(() => readRow("Total")).toBe("₹2,999.00");
  expect([readRow("Pieces"), readRow("Shipping"), readRow("Coupon #SALE30")]).toEqual([
    "₹2,998.00",
    "₹100.00",
    "−₹99.00",
  ]);
  expect(screen.getByRole("button", { name: "Place the order, ₹2,999.00" })).toBeTruthy();
  type("Discount", "500");
  await expect.poll(() => readRow("Total")).toBe("₹2,598.00");
  expect(readRow("Discount")).toBe("−₹500.00");
  expect(screen.getByText("Please check the discount.")).toBeTruthy();
  fireEvent.click(more);
  expect(await screen.findByText("3 × Teak Tray are ordered, but only 2 are in stock.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Place the order" })).toBeTruthy();
});

test("a wrong phone number in an order by phone is reported when the user leaves the field", async () => {
  const phone = await openScreen({ rules: {}, orders: [] });
  type("Phone", "98765");
  expect(phone.getAttribute("aria-invalid")).toBeNull();
  fireEvent.blur(phone);
  expect(screen.getByText("Phone must be 10 digits")).toBeTruthy();
  type("Phone", "98765 43210");
  expect(screen.queryByText("Phone must be 10 digits")).toBeNull();
});

test("a PIN in an order by phone is reported if it is too short, and a PIN of an army post office gets a warning", async () => {
  await openScreen({ rules: {}, orders: [] });
  type("PIN", "4110");
  fireEvent.blur(screen.getByRole("textbox", { name: "PIN" }));
  expect(screen.getByText("Enter a PIN code of six digits, for example 380015.")).toBeTruthy();
  type("PIN", "990015");
  expect(screen.queryByText(/^Enter a PIN code/)).toBeNull();
  fireEvent.change(screen.getByRole("combobox", { name: "State" }), { target: { value: "Maharashtra" } });
  expect(screen.getByRole("alert").textContent).toMatch(/^PIN 990015 belongs to an army post office/);
});

test("the fields for numbers and the e-mail address of an order by phone open the matching keyboard of a phone", async () => {
  await openScreen({ rules: {}, orders: [] });
  const keyboardOf = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name).inputMode;
  expect([/^Phone/, /^Recipient phone/, /^PIN/, /^E-?mail/].map(keyboardOf)).toEqual([
    "tel",
    "tel",
    "numeric",
    "email",
  ]);
});

test("the form of an order by phone shows a hint when the user leaves the product search without adding a product", async () => {
  await openScreen({ rules: {}, orders: [] });
  const search = screen.getByRole("textbox", { name: "Find a product" });
  const hint = /^You searched for “tray” but added nothing\. Add a product, or clear the search\.$/;
  type("Find a product", "tray");
  expect(await screen.findByText("1 product")).toBeTruthy();
  fireEvent.blur(search);
  expect(screen.getByText(hint)).toBeTruthy();
  fireEvent.focus(search);
  expect(screen.queryByText(hint)).toBeNull();
  expect(fireEvent.mouseDown(screen.getByText("Teak Tray")), "the focus stays in the search").toBe(false);
  fireEvent.click(screen.getByText("Teak Tray"));
  fireEvent.blur(search);
  expect(screen.queryByText(/^You searched for/)).toBeNull();
});

test("the product search of an order by phone counts all matches and marks a product that is out of stock", async () => {
  await openScreen({ rules: {}, orders: [] });
  products = Array.from({ length: 12 }, (_, at) => ({
    ...TRAY,
    id: `tray-${at}`,
    reserved: at === 0 ? 2 : 0,
  }));
  type("Find a product", "tray");
  expect(await screen.findByText("6 of 12 products. Enter more words to see the others.")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /Teak Tray/ })).toHaveLength(6);
  expect(screen.getAllByText("none left")).toHaveLength(1);
});

import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { sampleCheckout } from "../../../tests/support/samples.ts";
import { toasts } from "../../../tests/support/toasts.ts";
import type { Order } from "#shop/orders/order.ts";
import { DAY } from "#contract/time.ts";
import { calculateDeliveryDates, formatDeliveryDates } from "#shop/policies/delivery-dates.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import type { CheckoutFormProps } from "./use-checkout-form.ts";
import { savePin } from "./remembered-pin.ts";
import { type Attempt, createOrderPlacement, type Placed } from "./place-order.ts";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

let token: string | null;
let placeOrder: ReturnType<typeof createOrderPlacement>;
let isCartUnchanged: boolean;
let placed: Placed[];
const fetched =
  vi.fn<(url: string, requested: { body: string; headers: Record<string, string> }) => Promise<Response>>();
const onOutdated = vi.fn<() => void>();
beforeEach(() => {
  token = "access";
  isCartUnchanged = true;
  placeOrder = createOrderPlacement(async () => isCartUnchanged);
  placed = [];
  sessionStorage.clear();
  localStorage.clear();
  fetched.mockReset();
  onOutdated.mockReset();
  setTokenSource({ accessToken: () => token, renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", fetched);
});

type Overrides = Partial<typeof sampleCheckout> & Pick<CheckoutFormProps, "deliverTo" | "renderSummary">;

const checkoutForm = (overrides: Overrides) => (
  <CheckoutForm
    {...{ ...sampleCheckout, ...overrides }}
    place={(body: Attempt["body"]) => placeOrder({ body, key: "checkout-0000000000000001" })}
    onPlaced={(one) => void placed.push(one)}
    onOutdated={onOutdated}
  />
);
const show = (overrides: Overrides = {}) => render(checkoutForm(overrides));
const checkOut = () => userEvent.click(screen.getByRole("button", { name: "Checkout" }));
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string | RegExp, value: string) =>
  fireEvent.input(getField(label), { target: { value } });
const readAddress = () =>
  [/^Address/, /^Zip Code/, /^State/, /^City/, /^Phone/].map((label) => getField(label).value);
const hill = {
  ...sampleCheckout.addresses[0]!,
  _id: "hill",
  street: "7 Hill Road",
  city: "Kochi",
  state: "Kerala",
  zipCode: "682001",
};
const addresses = [
  { ...sampleCheckout.addresses[0]!, isDefault: false },
  { ...hill, phoneNumber: "9000000001" },
];

test("the selected saved address fills the checkout form, and choosing a different state clears the city (§2.8, D62, D63)", async () => {
  show({ addresses });
  expect([/^First Name/, /^Email/].map((label) => getField(label).value)).toEqual([
    "Asha",
    "asha@example.com",
  ]);
  expect(getField("Country").readOnly).toBe(true);
  // The shop's list of cities does not contain Kochi. The field offers it, because the saved address contains it.
  expect(readAddress()).toEqual(["7 Hill Road", "682001", "Kerala", "Kochi", "9000000001"]);
  await userEvent.selectOptions(getField("Saved addresses"), "home");
  expect(readAddress()).toEqual(["12 Ring Road", "395002", "Gujarat", "Surat", "9876543210"]);
  await userEvent.selectOptions(getField(/^State/), "Karnataka");
  expect(getField(/^City/).value).toBe("");
  expect([...getField(/^City/).querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual([
    "Choose a city",
    "Bengaluru",
    "Mysuru",
    "Mangaluru",
  ]);
  expect(getField("Saved addresses").value).toBe("");
});

test("a PIN code fills in state and city if the shop delivers there, but never replaces a state chosen by hand, even after a reload (§9, D108, D117)", async () => {
  const { unmount } = show({ addresses: [] });
  fill(/^Zip Code/, "682001");
  expect(readAddress().slice(1, 4)).toEqual(["682001", "", ""]);
  fill(/^Zip Code/, "560001");
  expect(readAddress().slice(1, 4)).toEqual(["560001", "Karnataka", "Bengaluru"]);
  fill(/^Zip Code/, "380015");
  expect(readAddress().slice(1, 4)).toEqual(["380015", "Gujarat", "Ahmedabad"]);
  fill(/^Zip Code/, "395002");
  expect(readAddress().slice(1, 4)).toEqual(["395002", "Gujarat", "Surat"]);
  await userEvent.selectOptions(getField(/^State/), "Karnataka");
  fill(/^Zip Code/, "411001");
  expect(readAddress().slice(1, 4)).toEqual(["411001", "Karnataka", ""]);
  unmount();
  const { unmount: leave } = show({ addresses: [] });
  fill(/^Zip Code/, "380015");
  expect(readAddress().slice(1, 4)).toEqual(["380015", "Karnataka", ""]);
  leave();
  sessionStorage.clear();
  savePin("411001");
  show({ addresses: [] });
  expect(readAddress().slice(1, 4)).toEqual(["411001", "Maharashtra", "Pune"]);
});

test("each missing field of the checkout shows an error, the first missing field gets the focus, and one toast is shown (§2.8, §5, §8, D53, D64)", async () => {
  show();
  fill(/^Address/, " ");
  fill(/^Phone/, "");
  fill(/^Zip Code/, "39500");
  screen.getByText(/^A PIN has 6 digits/);
  fill(/^Zip Code/, "");
  screen.getByText("6 digits. We then fill in state and city.");
  await userEvent.click(getField("I need an invoice for my company"));
  await checkOut();
  for (const label of ["Address", "Phone", "Company name", "Tax code (GSTIN)"])
    screen.getByText(`${label} is required`);
  expect(toasts).toEqual(["Please complete all required fields."]);
  expect(document.activeElement).toBe(getField(/^Address/));
  expect(fetched).not.toHaveBeenCalled();
});

test("a field that a PIN code or a saved address fills in loses its error", async () => {
  const { unmount } = show({ addresses: [] });
  const listErrors = () => screen.queryAllByText(/^(Address|State|City) is required$/).length;
  await checkOut();
  expect(listErrors()).toBe(3);
  fill(/^Zip Code/, "395002");
  await expect.poll(listErrors).toBe(1);
  unmount();
  sessionStorage.clear();

  show({ addresses });
  await userEvent.selectOptions(getField("Saved addresses"), "Another address");
  await checkOut();
  expect(listErrors()).toBe(3);
  await userEvent.selectOptions(getField("Saved addresses"), "home");
  await expect.poll(listErrors).toBe(0);
});

test("an invalid value shows its message at the field, without the toast about missing fields (§2.8, §5, D53, D64)", async () => {
  show();
  fill(/^Email/, "asha at home");
  await checkOut();
  screen.getByText("Invalid email format");
  fill(/^Last Name/, "");
  await checkOut();
  fill(/^Email/, "asha@example.com");
  fill(/^Last Name/, "Patel");
  fill(/^Phone/, "98765 4321");
  await checkOut();
  screen.getByText("Phone Number must be 10 digits");
  expect(toasts).toEqual(["Please complete all required fields."]);
});

test("order notes that are too long for the shop show a message at their field, and the order is not sent (§2.8)", async () => {
  show();
  fill(/^Order notes/, "a".repeat(1_001));
  await checkOut();
  expect(screen.getByText("This can be up to 1000 characters long.").closest("div")?.textContent).toMatch(
    /^Order notes/,
  );
  expect(fetched).not.toHaveBeenCalled();
});

test("a mistyped GSTIN and a PIN code of another state show a message at their fields (§2.8, D108, D61, D64)", async () => {
  show();
  await userEvent.click(getField("I need an invoice for my company"));
  fill(/^Company name/, "Lake Café LLP");
  fill(/^Company address/, "2 MG Road, Pune");
  fill(/^Tax code/, "27 aapfu0939f 1zw");
  fill(/^Company email/, "books@lake.example");
  fill(/^Zip Code/, "560001");
  await userEvent.selectOptions(getField(/^State/), "Gujarat");
  await userEvent.selectOptions(getField(/^City/), "Surat");
  await checkOut();
  screen.getByText(
    "This GSTIN has a typing mistake: the last character does not match the others. Please check it.",
  );
  screen.getByText(/^PIN 560001 is in Karnataka, not Gujarat\./);
  expect(fetched).not.toHaveBeenCalled();

  fill(/^Tax code/, "27 aapfu0939f 1zv");
  fill(/^Zip Code/, "560 001");
  fill(/^Phone/, "+91-98250 12345");
  fetched.mockResolvedValueOnce(placedAnswer());
  await checkOut();
  await expect.poll(() => placed.length).toBe(1);
  expect(readSent()).toMatchObject({
    companyInvoice: { name: "Lake Café LLP", taxCode: "27AAPFU0939F1ZV" },
    shippingAddress: { zipCode: "560001", phoneNumber: "9825012345" },
  });
});

test("a reload restores the checkout form, for the same customer only (§2.8, §8)", async () => {
  const { unmount } = show({ addresses });
  await userEvent.click(getField("I need an invoice for my company"));
  fill(/^Company name/, "Lake Café LLP");
  fill(/^First Name/, "Usha");
  fill(/^Order notes/, "Please ring twice.");
  // `userEvent` waits for the next render, after which the draft is saved.
  await userEvent.selectOptions(getField("Saved addresses"), "home");
  unmount();
  const { unmount: leave } = show({ addresses });
  expect(getField("Saved addresses").value).toBe("home");
  expect(readAddress()[0]).toBe("12 Ring Road");
  expect(getField(/^First Name/).value).toBe("Usha");
  expect(getField(/^Order notes/).value).toBe("Please ring twice.");
  expect(getField(/^Company name/).value).toBe("Lake Café LLP");
  leave();
  show({ customer: { ...sampleCheckout.customer, _id: "meera", firstName: "Meera" } });
  expect(getField(/^First Name/).value).toBe("Meera");
  expect(getField(/^Order notes/).value).toBe("");
  expect(screen.queryByLabelText(/^Company name/)).toBeNull();
});

test("the company and the earliest delivery day in the checkout form stay when their options are turned off and on again", async () => {
  show();
  const company = getField("I need an invoice for my company");
  const gift = screen.getByRole("checkbox", { name: "This is a gift" });
  await userEvent.click(company);
  await userEvent.click(gift);
  fill(/^Company name/, "Lake Café LLP");
  fill(/^Not before/, "2030-01-31");
  for (const option of [company, gift]) await userEvent.click(option);
  expect(new FormData(getField(/^Address/).form!).has("companyInvoice.name")).toBe(false);
  for (const option of [company, gift]) await userEvent.click(option);
  expect(getField(/^Company name/).value).toBe("Lake Café LLP");
  expect(getField(/^Not before/).value).toBe("2030-01-31");
});

test("the checkout form and its summary show the delivery dates of a gift's earliest day, also after a reload (§2.8, D120)", async () => {
  const notBefore = new Date(Date.now() + 40 * DAY).toISOString().slice(0, 10);
  const dates = formatDeliveryDates(calculateDeliveryDates(new Date(), { notBefore }));
  const { unmount } = show({ renderSummary: (delivery) => <aside>{delivery}</aside> });
  const gift = screen.getByRole("checkbox", { name: "This is a gift" });
  await userEvent.click(gift);
  fill(/^Not before/, notBefore);
  await expect.poll(() => screen.queryAllByText(dates).length).toBe(2);
  expect(screen.getByRole("complementary").textContent).toBe(`Order today, arrives ${dates}`);
  await userEvent.click(gift);
  await expect.poll(() => screen.queryAllByText(dates).length).toBe(0);
  await userEvent.click(gift);
  unmount();
  show();
  expect(screen.getByText(dates).parentElement?.textContent).toBe(`Expected ${dates}`);
});

test("a restored checkout form shows a saved address as it was changed in another tab, and does not send the id of a deleted address (§2.8, §3)", async () => {
  const { unmount } = show({ addresses });
  fill(/^Phone/, "9000000002");
  await userEvent.type(getField(/^Order notes/), "Ring twice.");
  unmount();
  const moved = { ...addresses[1]!, street: "9 Hill Road" };
  const { rerender } = show({ addresses: [addresses[0]!, moved] });
  expect(readAddress()).toEqual(["9 Hill Road", "682001", "Kerala", "Kochi", "9000000002"]);
  rerender(checkoutForm({ addresses: [addresses[0]!] }));
  expect(getField("Saved addresses").value).toBe("");
  expect(readAddress()[0]).toBe("9 Hill Road");
  fetched.mockResolvedValueOnce(placedAnswer());
  await checkOut();
  await expect.poll(() => placed.length).toBe(1);
  expect(readSent()).toMatchObject({ selectedAddressId: null, shippingAddress: { street: "9 Hill Road" } });
});

test("a checkout form that was filled before the first address was saved keeps its typed address (§2.8)", async () => {
  const { unmount } = show({ addresses: [] });
  fill(/^Address/, "1 Church Street");
  await userEvent.type(getField(/^Order notes/), "Ring twice.");
  unmount();
  show({ addresses });
  expect(getField("Saved addresses").value).toBe("");
  expect(readAddress()[0]).toBe("1 Church Street");
});

test("a hint below the list of states tells customers in other states what to do, unless the shop delivers to all of India (§2.8, §9, D117)", async () => {
  const listOptions = () =>
    [...getField(/^State/).querySelectorAll("option")].map(({ textContent }) => textContent);
  const { unmount } = show();
  screen.getByText(/^We deliver to Maharashtra, Gujarat, Karnataka and Delhi\./);
  expect(screen.getByRole("link", { name: "Write to us" }).getAttribute("href")).toBe("/contact-us");
  expect(getField(/^City/).tagName).toBe("SELECT");
  unmount();

  const { unmount: leave } = show({ deliverTo: ["Kerala"] });
  screen.getByText(/^We deliver to Kerala\./);
  expect(listOptions()).toEqual(["Choose a state", "Kerala", "Gujarat"]);
  leave();

  show({ deliverTo: "India" });
  expect(listOptions()).toHaveLength(37);
  expect(screen.queryByRole("link", { name: "Write to us" })).toBeNull();
  await userEvent.selectOptions(getField(/^State/), "Karnataka");
  await userEvent.type(getField(/^City/), "Hubballi");
  expect(getField(/^City/).value).toBe("Hubballi");
  expect([...(getField(/^City/).list?.options ?? [])].map(({ value }) => value)).toContain("Mysuru");
});

test("'Another address' in the checkout clears the fields of the saved address and keeps the customer's phone (§2.8, D120)", async () => {
  show({ addresses });
  await userEvent.selectOptions(getField("Saved addresses"), "Another address");
  expect(readAddress()).toEqual(["", "", "", "", "9876543210"]);
  expect(getField(/^First Name/).value).toBe("Asha");
});

test("a field of the checkout that the shop's response names as invalid is marked and gets the focus (§2.8, §8)", async () => {
  show();
  const fields = [{ path: "shippingAddress.phoneNumber", message: "Phone Number must be 10 digits" }];
  fetched.mockResolvedValueOnce(answerRefusal(400, "invalid", { fields }));
  await checkOut();
  await expect.poll(() => document.activeElement?.getAttribute("name")).toBe("shippingAddress.phoneNumber");
  expect(getField(/^Phone/).getAttribute("aria-invalid")).toBe("true");
});

test("two quick clicks on 'Checkout' send one order (§2.8, D60)", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(promise);
  show();
  await userEvent.dblClick(screen.getByRole("button", { name: "Checkout" }));
  resolve(placedAnswer());
  await expect.poll(() => placed.length).toBe(1);
  expect(listPosts()).toHaveLength(1);
});

test("a checkout by a customer who is no longer logged in sends no request, and a toast asks to log in (§2.8, §8)", async () => {
  show();
  token = null;
  await checkOut();
  expect(toasts).toEqual(["Authentication required. Please log in."]);
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ["an internal error", () => answerRefusal(500, "internal"), "Failed to place order. Please try again."],
  [
    "a response that is not JSON",
    () => new Response("<html>", { status: 200 }),
    "Failed to place order. Please try again.",
  ],
  ["changed prices", () => answerRefusal(409, "prices_changed"), "about prices_changed"],
  ["an address that was removed", () => answerRefusal(404, "not_found"), "about not_found"],
  [
    "a shortage of a product (D19)",
    () => answerRefusal(409, "shortage", { details: [{ productId: "bowl", available: 2 }] }),
    "about shortage Acacia Bowl: 2 left.",
  ],
  [
    "more pieces than may be reserved unpaid (T35)",
    () => answerRefusal(409, "hold_too_large", { details: [{ productId: "bowl", available: 1 }] }),
    "about hold_too_large Acacia Bowl: up to 1 now.",
  ],
])(
  "if an order fails because of %s, a toast shows the reason, the form stays, and outdated data is reloaded (§2.8, §8, D3, D60, D89, D102)",
  async (_, answer, words) => {
    const refusal = answer();
    fetched.mockImplementation(async () => answer());
    show();
    fill(/^Order notes/, "Mind the dog.");
    await checkOut();
    await expect.poll(() => toasts.length).toBe(1);
    expect(toasts).toEqual([words]);
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.queryByRole("alert"), "the toast is read out already").toBeNull();
    expect(getField(/^Order notes/).value).toBe("Mind the dog.");
    expect(onOutdated).toHaveBeenCalledTimes([404, 409].includes(refusal.status) ? 1 : 0);
  },
);

const orderOf = (_id: string) => ({ _id, orderId: `TRV-${_id}` }) as Order;
const answerIs = (body: unknown, status = 200) => Response.json(body, { status });
const placedAnswer = (more: object = {}) => answerIs({ success: true, order: orderOf("new"), ...more });
const answerRefusal = (status: number, code: string, more: object = {}) =>
  answerIs({ success: false, code, message: `about ${code}`, ...more }, status);
const readSent = () => JSON.parse(listPosts().at(-1)?.[1].body ?? "{}") as { gift?: unknown };
const listPosts = () => fetched.mock.calls.filter(([url]) => url === "/api/orders");

test.each([
  ["placed", orderOf("new"), { kind: "placed", order: { orderId: "TRV-new" } }],
  [
    "cancelled in the meantime",
    { ...orderOf("new"), orderStatus: "Cancelled" as const },
    { kind: "over", message: expect.stringContaining("No new order was placed.") },
  ],
])(
  "if the response to an order is lost, the checkout sends the same idempotency key again and reports that the order is %s (§2.8, D102)",
  async (_, order, outcome) => {
    fetched.mockRejectedValueOnce(new TypeError("network"));
    fetched.mockResolvedValueOnce(answerIs({ success: true, order, replayed: true }));
    show();
    await checkOut();
    await expect.poll(() => placed).toMatchObject([outcome]);
    expect(toasts).toEqual([]);
    expect(new Set(listPosts().map(([, { headers }]) => headers["Idempotency-Key"])).size).toBe(1);
  },
);

test("an order whose responses were lost is found at the next attempt, even with a changed cart, and until then the error is shown (§2.8, D79, D102)", async () => {
  for (const _ of [1, 2]) fetched.mockRejectedValueOnce(new TypeError("network"));
  show();
  await checkOut();
  await expect.poll(() => toasts).toEqual(["Failed to place order. Please try again."]);
  expect(screen.getByText("Failed to place order. Please try again.")).toBeDefined();
  isCartUnchanged = false;
  const { promise, resolve } = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(promise);
  await checkOut();
  expect(screen.queryByText("Failed to place order. Please try again.")).toBeNull();
  resolve(placedAnswer({ replayed: true }));
  await expect.poll(() => placed).toMatchObject([{ kind: "placed", order: { orderId: "TRV-new" } }]);
});

test.each([
  [
    "placed in another tab",
    () => placedAnswer({ replayed: true }),
    { kind: "earlier", order: { orderId: "TRV-new" } },
  ],
  [
    "placed in another tab with other notes",
    () => answerRefusal(422, "key_reused", { details: { orderId: "TRV-new" } }),
    { kind: "earlier", order: { orderId: "TRV-new" }, message: "about key_reused" },
  ],
  ["cancelled in the meantime", () => answerRefusal(409, "order_cancelled"), { kind: "over" }],
  [
    "placed by a shop whose response has no order (D101)",
    () => answerIs({ success: true }),
    { kind: "placed", order: null },
  ],
])("the checkout reports the result of an order that was %s (§2.8, D102)", async (_, answer, outcome) => {
  fetched.mockResolvedValueOnce(answer());
  fetched.mockResolvedValueOnce(placedAnswer());
  show();
  await checkOut();
  await expect.poll(() => placed).toMatchObject([outcome]);
});

test("a cart that was changed on another device is not ordered before it is reviewed (§2.8, D102)", async () => {
  isCartUnchanged = false;
  show();
  await checkOut();
  await expect
    .poll(() => toasts)
    .toEqual(["Your bag was changed on another device or tab. No order was placed. Please review your bag."]);
  expect(listPosts()).toEqual([]);
});

test("if the session expires when the order is sent, the checkout adds no toast and keeps the draft of the form (§2.8, D102)", async () => {
  fetched.mockImplementation(async () => {
    token = null;
    return answerRefusal(401, "unauthorized");
  });
  show();
  fill(/^Order notes/, "Mind the dog.");
  await checkOut();
  await expect.poll(() => token).toBe(null);
  expect(toasts).toEqual([]);
  expect(sessionStorage.getItem("checkoutForm")).toContain("Mind the dog.");
});

test("a gift is sent with its recipient's name and phone, and its card is previewed in print layout (D120)", async () => {
  show();
  await userEvent.click(screen.getByRole("checkbox", { name: "This is a gift" }));
  fill("Your message on the card", "For you 🎂");
  expect(screen.getByText("Your card as we will print it").parentElement?.textContent).toContain(
    "For youTaruva",
  );
  await checkOut();
  for (const label of ["Recipient's name", "Recipient's phone"]) screen.getByText(`${label} is required`);
  fill(/^Recipient's name/, "Lakshmi Nair");
  fill(/^Recipient's phone/, "90000 00001");
  fill("Not before", "2020-01-01");
  await checkOut();
  screen.getByText(/^Choose a day from /);
  const inTenDays = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  fill("Not before", inTenDays);
  fetched.mockResolvedValueOnce(placedAnswer());
  await checkOut();
  await expect.poll(() => placed.length).toBe(1);
  expect(readSent()).toMatchObject({
    gift: { message: "For you 🎂" },
    notBefore: inTenDays,
    contact: { firstName: "Asha", phoneNumber: "9876543210" },
    shippingAddress: { recipient: "Lakshmi Nair", phoneNumber: "9000000001", street: "12 Ring Road" },
  });
});

test("the recipient's name and phone are kept when 'Somebody else receives the parcel' is turned off and on (D120)", async () => {
  show();
  const option = screen.getByRole("checkbox", { name: "Somebody else receives the parcel" });
  await userEvent.click(option);
  fill(/^Recipient's name/, "Meera");
  fill(/^Recipient's phone/, "9000000001");
  await userEvent.click(option);
  expect(screen.queryByLabelText(/^Recipient's name/)).toBeNull();
  await userEvent.click(option);
  expect(getField(/^Recipient's name/).value).toBe("Meera");
  expect(getField(/^Recipient's phone/).value).toBe("9000000001");
});

test("the checkout's draft has a recipient right after 'This is a gift' is turned on, and none right after it is turned off", async () => {
  show();
  const gift = screen.getByRole("checkbox", { name: "This is a gift" });
  const RECIPIENT = '"shippingAddress.recipient"';
  fireEvent.click(gift);
  await Promise.resolve();
  expect(sessionStorage.getItem("checkoutForm")).toContain(RECIPIENT);
  fireEvent.click(gift);
  await Promise.resolve();
  expect(sessionStorage.getItem("checkoutForm")).not.toContain(RECIPIENT);
});

test("a saved address fills in its recipient, and a saved address without a recipient empties the field unless the customer typed a name (D120)", async () => {
  const recipient = { label: "Amma's house", recipient: "Lakshmi Nair", phoneNumber: "9000000001" };
  const amma = { ...hill, _id: "amma", ...recipient };
  show({ addresses: [...addresses, amma] });
  screen.getByRole("option", {
    name: "Amma's house: Lakshmi Nair, 7 Hill Road, Kochi, Kerala 682001 (Default)",
  });
  await userEvent.selectOptions(getField("Saved addresses"), "amma");
  const readRecipient = () =>
    [/^Recipient's name/, /^Recipient's phone/].map(
      (label) => screen.queryByLabelText<HTMLInputElement>(label)?.value,
    );
  expect(readRecipient()).toEqual(["Lakshmi Nair", "9000000001"]);
  expect(getField(/^Phone/).value).toBe("9876543210");
  await userEvent.selectOptions(getField("Saved addresses"), "home");
  expect(readRecipient()).toEqual([undefined, undefined]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Somebody else receives the parcel" }));
  fill(/^Recipient's name/, "Meera");
  await userEvent.selectOptions(getField("Saved addresses"), "hill");
  expect(readRecipient()).toEqual(["Meera", ""]);
  screen.getByText(/^This is your own saved address\./);
  fill(/^Address/, "9 Lake Road");
  expect(screen.queryByText(/^This is your own saved address/)).toBeNull();
});

test("the text of a gift's card is sent only if 'This is a gift' is on, and a reload restores the option and the text (§2.8)", async () => {
  const answerPlaced = () => fetched.mockResolvedValueOnce(placedAnswer());
  const { unmount } = show();
  const isGift = () => screen.getByRole("checkbox", { name: "This is a gift" });
  expect(screen.queryByLabelText("Your message on the card")).toBeNull();
  await userEvent.click(isGift());
  // Unticks the box: the buyer receives the parcel.
  await userEvent.click(screen.getByRole("checkbox", { name: "Somebody else receives the parcel" }));
  fill("Your message on the card", "For you");
  await expect.poll(() => sessionStorage.getItem("checkoutForm")).toContain("For you");
  unmount();
  show();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your message on the card").value).toBe("For you");
  answerPlaced();
  await checkOut();
  await expect.poll(() => placed.length).toBe(1);
  expect(readSent().gift).toEqual({ message: "For you" });

  await userEvent.click(isGift());
  answerPlaced();
  await checkOut();
  await expect.poll(() => placed.length).toBe(2);
  expect(readSent()).not.toHaveProperty("gift");
});

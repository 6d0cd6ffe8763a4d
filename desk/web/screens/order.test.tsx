import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { at, bowls, order, showOrder, tray } from "../../../tests/support/jsdom/order-screen.tsx";
import type { ShownOrder } from "../order-parts.tsx";
import OrderScreen from "./order.tsx";
import { suggestText } from "./order-whatsapp.tsx";
import { answerDesk, showDesk } from "../../../tests/support/jsdom/show-desk.tsx";

test("the WhatsApp message to a customer greets the buyer and says what has happened to the order", () => {
  const suggest = (change: object) => suggestText({ ...(order as unknown as ShownOrder), ...change });
  expect(suggest({})).toBe(
    "Hello Meera, about your order TRV-7K3M9Q: thank you for your order. We are getting it ready.",
  );
  const paymentLink = "https://shop.example/pay-order#1";
  const unpaid = { status: "Pending", payable: 756_746, paymentLink };
  expect(suggest({ ...unpaid, paymentLink: null })).toMatch(/: the order is not paid yet\..* is paid\.$/);
  expect(suggest(unpaid)).toMatch(/ The link to pay ₹7,567\.46: https:\/\/shop.example\/pay-order#1$/);
  expect(suggest({ ...unpaid, cash: true })).toMatch(/: please confirm the order,.* The link to confirm: /);
  expect(suggest({ status: "Cancelled" })).toContain("the order is cancelled.");
});

const actionsOf: Readonly<Record<string, readonly string[]>> = {
  Requested: ["returns --accept"],
  Accepted: ["returns --received", "returns --refund"],
  Received: ["returns --refund"],
};

interface ReturnFields {
  paymentMethod?: string;
  refundable?: number;
  refunds?: readonly object[];
}

async function showReturn(status: string, { paymentMethod = "card", ...more }: ReturnFields = {}) {
  const returnRequest = {
    status,
    reasons: ["Arrived damaged"],
    comments: "A crack.",
    pieces: [{ productId: "tray", quantity: 1 }],
    requestedAt: at,
    changedAt: at,
  };
  const sent = showOrder(
    { status: "Delivered", deliveredAt: at, paymentMethod, returnRequest, ...more },
    (actionsOf[status] ?? []).map((action) => ({ action, return: 1 })),
  );
  await screen.findByText("Arrived damaged. A crack.");
  return sent;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("in the form that accepts a return, the shop pays the return shipping by default, as the policy says", async () => {
  const sent = await showReturn("Requested");
  expect(screen.getByText(/The customer asks to return 1 × Teak Tray/)).toBeTruthy();
  press("Accept the return");
  const payer = screen.getByRole<HTMLSelectElement>("combobox", { name: /^Who pays the return shipping/ });
  expect([...payer.options].map(({ text }) => text)).toEqual([
    "Your shop (free for the customer)",
    "The customer",
  ]);
  expect(payer.value).toBe("shop");
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Accept the return/ }));
  await expect.poll(() => sent).toMatchObject([{ options: { accept: "on", "way-back": "shop" } }]);
});

test("the form that records a return for a customer who phoned offers only pieces that can still be returned", async () => {
  const refunds = [
    { amount: 1, createdAt: at, processedAt: at, pieces: [{ productId: "bowl", quantity: 1 }] },
  ];
  const sent = showOrder({ status: "Delivered", deliveredAt: at, lines: [tray, bowls], refunds }, [
    "returns --request",
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "Record a return" }));
  const choose = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: /^Acacia Bowl/ }).options).toHaveLength(2);
  choose(/^Acacia Bowl/, "1");
  choose(/^Reason/, "Wrong piece");
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Record a return/ }));
  await expect
    .poll(() => sent)
    .toMatchObject([{ options: { request: "on", line: "bowl:1", reason: "Wrong piece" } }]);
});

test("an accepted return can be recorded as received and refunded in one form, whose button shows the amount", async () => {
  const sent = await showReturn("Accepted");
  expect(screen.getByRole("button", { name: "Received: refund later" })).toBeTruthy();
  press("Received: refund now");
  expect(await screen.findByRole("button", { name: "Refund ₹999.00" })).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: "150" } });
  fireEvent.click(await screen.findByRole("button", { name: "Refund ₹150.00" }));
  await expect.poll(() => sent).toMatchObject([{ options: { refund: "on", amount: "150" } }]);
});

test.each([
  ["online has no field for a transfer reference", "card", undefined],
  ["by UPI to the shop requires the reference of the owner's transfer", "UPI to the shop", true],
])("the refund form of an order that was paid %s", async (_, paymentMethod, isRequired) => {
  await showReturn("Received", { paymentMethod });
  press("Refund the return");
  expect(await screen.findByRole("button", { name: "Refund ₹999.00" })).toBeTruthy();
  expect(screen.queryByLabelText<HTMLInputElement>(/^Transfer/)?.required).toBe(isRequired);
  expect(screen.queryByText(/^Send ₹999\.00 by UPI or bank transfer first/) !== null).toBe(
    isRequired === true,
  );
  expect(screen.queryByText(/empty/)).toBeNull();
});

test("the refund form of a return whose pieces are already refunded asks for a transfer reference only with an amount", async () => {
  const refunds = [
    { amount: 99_900, createdAt: at, processedAt: at, pieces: [{ productId: "tray", quantity: 1 }] },
  ];
  await showReturn("Received", { paymentMethod: "UPI to the shop", refundable: 8_000, refunds });
  press("Refund the return");
  expect(screen.queryByLabelText(/^Transfer/)).toBeNull();
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: "80" } });
  expect(screen.getByLabelText<HTMLInputElement>(/^Transfer/).required).toBe(true);
});

test.each([
  ["asha@example.com", "The shop e-mails asha@example.com the tracking number."],
  ["", "Meera has no e-mail address, so tell them the tracking number yourself."],
])(
  "the dispatch form shows the pieces, the address and who gets the tracking number: %j",
  async (email, told) => {
    const contact = { ...order.contact, email };
    showOrder({ contact, lines: [tray, bowls], lastCourier: "DTDC" }, ["orders dispatch"]);
    fireEvent.click(await screen.findByRole("button", { name: "Dispatch" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "1 × Teak Tray",
      "2 × Acacia Bowl",
    ]);
    expect(dialog.getByText("To Lata Rao, 4 Hill Road, Pune, Maharashtra 411001")).toBeTruthy();
    expect(dialog.getByText(told)).toBeTruthy();
    const courier = dialog.getByRole<HTMLSelectElement>("combobox", { name: /^Courier/ });
    expect([courier.value, courier.lastElementChild?.textContent]).toEqual(["DTDC", "Another courier"]);
    expect(dialog.getByText("Suggestion: DTDC took your last parcel")).toBeTruthy();
    expect(dialog.queryByRole("textbox", { name: "Tracking page" })).toBeNull();
    expect(dialog.queryByText("Number of the parcel")).toBeNull();
    fireEvent.change(courier, { target: { value: "another value" } });
    fireEvent.change(dialog.getByRole("textbox", { name: /^Courier/ }), { target: { value: "Gati" } });
    expect(dialog.getByRole("textbox", { name: "Tracking page" })).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Dispatch" }));
    expect(dialog.getByText("Please enter “Tracking number”.")).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole("textbox", { name: /^Tracking number/ }));
  },
);

test.each([
  ["paid order", "Completed", "Cancel and refund"],
  ["cash order that is not paid yet", "Pending", "Cancel the order"],
])(
  "before the dispatch, the button that cancels a %s says whether money is refunded",
  async (_, paymentStatus, name) => {
    showOrder({ status: "Processing", paymentStatus, refundable: 99_900 }, [{ action: "orders cancel" }]);
    expect(await screen.findByRole("button", { name })).toBeTruthy();
  },
);

const TO_TRANSFER = {
  status: "Cancelled",
  paymentMethod: "UPI to the shop",
  paymentStatus: "Refunding",
  payable: 200_000,
  refundAmount: 200_000,
  refunds: [
    { amount: 50_000, createdAt: at, processedAt: at, pieces: null },
    { amount: 150_000, createdAt: at, processedAt: null, pieces: null },
  ],
};

test("the order page asks the owner to send a refund that waits for the owner's transfer, and so does the form that records the transfer", async () => {
  showOrder(TO_TRANSFER, [{ action: "payments" }]);
  expect(
    await screen.findByText("Send ₹1,500.00 to Meera Shah yourself, then record the transfer."),
  ).toBeTruthy();
  expect(screen.getByText("The refund waits for your transfer, UPI to the shop")).toBeTruthy();
  const readRow = (name: string) => screen.getByText(name, { selector: "dt" }).nextSibling?.textContent;
  expect([readRow("Refunded"), readRow("To refund")]).toEqual(["−₹500.00", "−₹1,500.00"]);
  press("Record your own transfer");
  expect(screen.getByText(/^Send ₹1,500\.00 by UPI or bank transfer first, then enter/)).toBeTruthy();
});

test.each([
  ["goes back to the card", { paymentMethod: "card" }, [{ action: "payments" }]],
  ["is already recorded", {}, [{ action: "payments", refusal: "There is no failed refund." }]],
])("the order page does not ask for a transfer if the refund %s", async (_, fields, actions) => {
  showOrder({ ...TO_TRANSFER, ...fields }, actions);
  expect(await screen.findByText(/The refund is on its way/)).toBeTruthy();
  expect(screen.queryByText(/yourself, then record the transfer/)).toBeNull();
});

const PHONE_ORDER = {
  status: "Pending",
  paymentStatus: "Pending",
  byPhone: true,
  payUntil: at,
  paymentLink: "https://shop.example/pay-order#1",
  contact: { ...order.contact, buyer: { ...order.contact.buyer, phoneNumber: "98765 43210" } },
};

test("the link to WhatsApp contains the message that the owner has edited", async () => {
  showOrder({ contact: { ...order.contact, email: "meera@example.com" } });
  fireEvent.click(await screen.findByRole("button", { name: "Write on WhatsApp" }));
  const message = screen.getByRole("textbox", { name: "Message" });
  fireEvent.change(message, { target: { value: "Hello & welcome, #1?" } });
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Open WhatsApp" }).href).toBe(
    "https://wa.me/919123456780?text=Hello%20%26%20welcome%2C%20%231%3F",
  );
});

test("an unpaid order by phone shows the next step, and its first button opens WhatsApp with the link to pay", async () => {
  showOrder(PHONE_ORDER, [{ action: "orders paid" }]);
  expect(await screen.findByText(/^Send Meera the link to pay\. .* record the payment\.$/)).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Send the link on WhatsApp" });
  expect(link.pathname).toBe("/919876543210");
  expect(new URL(link.href).searchParams.get("text")).toContain("https://shop.example/pay-order#1");
  expect(link.compareDocumentPosition(screen.getByRole("button", { name: "Record a payment" }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test.each([
  [
    "with an e-mail address",
    { contact: { ...PHONE_ORDER.contact, email: "meera@example.com" } },
    "The shop e-mailed Meera the link to pay.",
  ],
  [
    "whose link was opened",
    { payment: { linkOpenedAt: at } },
    "Meera opened the link to pay on 28 Nov 2026 at 7:45 am.",
  ],
  ["with cash on delivery", { cash: true }, "Send Meera the link to confirm. If they have already agreed"],
  [
    "whose total is too high for a link",
    { paymentLink: null, payable: 50_000_100 },
    "Agree with Meera on a bank transfer.",
  ],
  ["without a link", { paymentLink: null, payable: 99_900 }, /^ ?If they pay you by UPI/],
])("an unpaid order by phone %s shows its next step", async (_, fields, text) => {
  showOrder({ ...PHONE_ORDER, ...fields });
  expect(await screen.findByText(text, { exact: false })).toBeTruthy();
});

test("an unpaid order by phone whose customer asks to cancel it shows the request, and no other next step", async () => {
  showOrder({
    ...PHONE_ORDER,
    paymentLink: null,
    cancellationStatus: "Pending",
    cancellationReasons: ["Other"],
  });
  expect(await screen.findByText("The customer asks to cancel the order.")).toBeTruthy();
  expect(screen.queryByText(/online payment|record the payment/)).toBeNull();
});

test("the form that records a payment requires the reference of a transfer, and its button shows the amount", async () => {
  showOrder(PHONE_ORDER, [{ action: "orders paid" }]);
  fireEvent.click(await screen.findByRole("button", { name: "Record a payment" }));
  const isRequired = (by: string) => {
    fireEvent.change(screen.getByRole("combobox", { name: /^How it was paid/ }), { target: { value: by } });
    return screen.getByRole<HTMLInputElement>("textbox", { name: /^Reference/ }).required;
  };
  expect(["cash", "upi", "bank"].map(isRequired)).toEqual([false, true, true]);
  expect(await screen.findByRole("button", { name: "Record ₹999.00" })).toBeTruthy();
});

test("a paid order by phone shows no link to pay", async () => {
  showOrder({ ...PHONE_ORDER, status: "Processing", paymentLink: null }, [{ action: "orders paid" }]);
  expect(await screen.findByRole("button", { name: "Record a payment" })).toBeTruthy();
  expect(screen.queryByText(/the link to pay/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Send the link on WhatsApp" })).toBeNull();
});

const PARTLY_REFUNDED = {
  status: "Delivered",
  deliveredAt: at,
  dispatchedAt: at,
  paymentStatus: "Refunded",
  payable: 638_746,
  refundAmount: 100_000,
  refundable: 400_000,
  lines: [
    tray,
    { ...bowls, quantity: 4, cancelled: 1, paid: 400_000 },
    { ...tray, productId: "spoon", title: "Neem Spoon" },
  ],
  refunds: [
    { amount: 50_000, createdAt: at, processedAt: at, pieces: [{ productId: "tray", quantity: 1 }] },
    // The first of the two bowls was cancelled.
    { amount: 50_000, createdAt: at, processedAt: at, pieces: [{ productId: "bowl", quantity: 2 }] },
    { amount: 0, createdAt: at, processedAt: at, pieces: null },
  ],
};

test("an order shows that it is partly refunded, and how many pieces of each line are refunded", async () => {
  showOrder(PARTLY_REFUNDED);
  const line = async (title: string) => (await screen.findByText(title)).closest("li")?.textContent;
  expect(await line("Teak Tray")).toMatch(/1 refunded/);
  expect(await line("Acacia Bowl")).toMatch(/1 of 4 cancelled.*1 refunded/);
  expect(await line("Neem Spoon")).not.toMatch(/refunded/);
  const header = screen.getByRole("heading", { level: 1 }).closest("header");
  expect(header?.textContent).toMatch(/^TRV-7K3M9QDeliveredPartly refundedMeera/);
});

test.each([
  [
    "on its way counts as refunded",
    { paymentMethod: "card" },
    /1 refunded/,
    /^TRV-7K3M9QDeliveredPartly refundedMeera/,
  ],
  [
    "that the owner still has to send does not count as refunded",
    { paymentMethod: "UPI to the shop" },
    /1 to refund/,
    /^TRV-7K3M9QDeliveredMeera/,
  ],
])("a partial refund %s", async (_, fields, piece, badges) => {
  const refunds = [
    { amount: 100_000, createdAt: at, processedAt: null, pieces: [{ productId: "tray", quantity: 1 }] },
  ];
  showOrder({ ...PARTLY_REFUNDED, paymentStatus: "Refunding", refunds, ...fields }, [{ action: "payments" }]);
  expect((await screen.findByText("Teak Tray")).closest("li")?.textContent).toMatch(piece);
  const header = screen.getByRole("heading", { level: 1 }).closest("header");
  expect(header?.textContent).toMatch(badges);
});

test("a later refund of an order line counts as refunded, even if the owner still has to send the refund of a cancelled piece of the line", async () => {
  const pieces = [{ productId: "bowl", quantity: 1 }];
  const refunds = [
    { amount: 50_000, createdAt: at, processedAt: null, pieces },
    { amount: 50_000, createdAt: at, processedAt: at, pieces },
  ];
  const fields = { paymentStatus: "Refunding", paymentMethod: "UPI to the shop", refunds };
  showOrder({ ...PARTLY_REFUNDED, ...fields }, [{ action: "payments" }]);
  const line = (await screen.findByText("Acacia Bowl")).closest("li")?.textContent;
  expect(line).toMatch(/1 of 4 cancelled.*1 refunded/);
  expect(line).not.toMatch(/to refund/);
});

test("the refund form offers only the pieces that can still be refunded, with their prices, and shows the limit of an amount", async () => {
  showOrder(PARTLY_REFUNDED, [{ action: "orders refund" }]);
  fireEvent.click(await screen.findByRole("button", { name: "Refund" }));
  expect(screen.queryByRole("combobox", { name: "Teak Tray" })).toBeNull();
  expect(within(screen.getByRole("dialog")).getByText("Already refunded")).toBeTruthy();
  const bowls = screen.getByRole<HTMLSelectElement>("combobox", { name: "Acacia Bowl" });
  expect([...bowls.options].map(({ text }) => text)).toEqual(["None", "1 of 2", "2 of 2"]);
  expect(screen.getByText("₹1,000.00 each, 1 already refunded")).toBeTruthy();
  const hint = screen.getByText("Choose how many of each you refund");
  expect(hint.compareDocumentPosition(bowls)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(
    screen.getByRole("group", { name: "Pieces", description: "Choose how many of each you refund" }),
  ).toBeTruthy();
  press("An amount");
  expect(screen.getByText("In rupees, up to ₹4,000.00")).toBeTruthy();
});

test("if all pieces are refunded, the refund form offers no choice of pieces, but still all the money that is left", async () => {
  const refunds = PARTLY_REFUNDED.lines.map(({ productId, quantity }) => ({
    ...PARTLY_REFUNDED.refunds[0],
    pieces: [{ productId, quantity }],
  }));
  showOrder({ ...PARTLY_REFUNDED, refunds }, [{ action: "orders refund" }]);
  fireEvent.click(await screen.findByRole("button", { name: "Refund" }));
  expect(screen.queryByRole("button", { name: "Some pieces" })).toBeNull();
  expect(screen.getByRole("button", { name: "All" })).toBeTruthy();
  expect(screen.queryByText("Already refunded")).toBeNull();
});

test("the screen of an order that does not exist has its number as the heading", async () => {
  const error = { code: "refused", message: "There is no such order." };
  answerDesk([], () => Response.json({ error }, { status: 409 }));
  showDesk(<OrderScreen params={{ orderId: order.orderId }} />);
  expect(await screen.findByText("There is no such order.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: order.orderId })).toBeTruthy();
});

test.each([
  ["offers to put counted pieces back in stock", true],
  ["does not offer to put back pieces that are made to order", false],
])("the refund form %s", async (_, isCounted) => {
  showOrder({ status: "Delivered", dispatchedAt: at, lines: [{ ...tray, isCounted }] }, ["orders refund"]);
  fireEvent.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByRole("checkbox", { name: /^Put back in stock/ }) !== null).toBe(isCounted);
});

test("an order lists at most 4 other orders of the customer with their states, and a link to all of them", async () => {
  const ofCustomer = Array.from({ length: 10 }, (_, n) => ({ ...order, orderId: `TRV-7K3M9${n}` }));
  showOrder({ contact: { ...order.contact, email: "asha@example.com" } }, [], {
    ofCustomer: [order, ...ofCustomer],
  });
  const others = within(await screen.findByRole("region", { name: "Other orders of this customer" }));
  const [, ...rows] = others.getAllByRole("row");
  expect(rows).toHaveLength(4);
  expect(rows[0]?.textContent).toBe("TRV-7K3M9028 Nov 2026To pack₹999.00");
  expect(others.queryByText(order.orderId)).toBeNull();
  const all = others.getByRole("link", { name: "All orders of this customer" });
  expect(all.getAttribute("href")).toBe("/people/customer?email=asha%40example.com");
});

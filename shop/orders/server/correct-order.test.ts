import { expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import {
  api,
  buy,
  buyPaid,
  context,
  payWith,
  provider,
  readRows,
  setUpShop,
  testShop,
} from "../../../tests/support/test-shop.ts";
import { runLine } from "../../../tests/support/typed-line.ts";
import { mailSubscribers } from "../../notifications/server/mail-list.ts";
import { orderChanged, orderCorrected } from "../events.ts";
import { packCommand } from "#shop/parcels/server/commands.ts";
import { dispatchParcel } from "#shop/parcels/server/dispatch-order.ts";
import { findOwnOrder } from "./serialize-order.ts";

let changes = 0;
const noteChange = defineSubscriber(orderChanged, "test.changed", async () => void changes++);

// E-mails with documents take seconds to render, so send only the correction e-mails.
const correctionMails = mailSubscribers.filter(({ topic }) => topic === orderCorrected.name);

setUpShop({ subscribers: [...correctionMails, noteChange] });

test("the owner cannot correct a PIN to an invalid PIN, unless the order is shipped abroad", async () => {
  const { orderId } = (await buyPaid("acacia-bowl")).order;
  const say = (pin: string) => runLine(context, `orders correct ${orderId}`, { pin });
  for (const pin of ["0x10", "-5", "41100", "011001", "हिन्दी"])
    expect(await say(pin)).toEqual({
      outcome: "refused",
      message: `"${pin}" is not a PIN code. Enter a PIN code of six digits, for example 380015.`,
    });
  expect(await say("४११ ००२")).toMatchObject({ outcome: "done" });
  await context.database.pool.query(
    `update orders set shipping_address = shipping_address || '{"zipCode": "39500A"}'`,
  );
  expect(
    await runLine(context, `orders correct ${orderId}`, { pin: "39500A", street: "9 Hill Road" }),
  ).toMatchObject({ outcome: "done" });
  await context.database.pool.query(
    `update orders set shipping_address = shipping_address || '{"country": "Nepal"}'`,
  );
  expect(await say("44600")).toMatchObject({ outcome: "done" });
});

test("the owner can correct an address until dispatch, and the invoice does not change (§2.8, D61, D64, D108)", async () => {
  context.config.smtpUrl = undefined;
  const bought = await buyPaid("acacia-bowl");
  context.clock.advance(SECOND);
  const { orderId } = bought.order;
  const say = async (options: Record<string, string>) => {
    const reply = await runLine(context, `orders correct ${orderId}`, options, { confirmed: false });
    await context.settle();
    return reply.outcome === "done" ? `done: ${reply.result.message}` : JSON.stringify(reply);
  };
  changes = 0;
  expect(await say({ street: "9 Hill Road", phone: "9123456780", pin: "411002" })).toMatch(
    /^done: TRV-\w+ was corrected: street, PIN 411001 → 411002, phone …10 → …80\. /,
  );
  expect(changes).toBe(1);
  expect((await findOwnOrder(context, bought.customer.accountId, orderId))?.shippingAddress).toMatchObject({
    street: "9 Hill Road",
    city: "Pune",
    phoneNumber: "9123456780",
  });
  expect(JSON.stringify(await readRows("invoice"))).toMatch(/14 Lake View Road.*9876543210/);
  const mail = await findNewestMail(context.config);
  expect(mail?.to).toBe(bought.customer.email);
  expect(mail?.text).toMatch(/9 Hill Road[^]*9123456780/);

  expect(await say({})).toContain("Enter at least one correction");
  expect(await say({ pin: "411002" })).toContain("nothing to correct");
  expect(await say({ state: "Gujarat", pin: "380001" })).toContain("The tax on the invoice of");
  expect(await say({ pin: "560001" })).toMatch(/^done: .* PIN 560001 is in Karnataka, not Maharashtra\.$/);
  const { message } = await packCommand.run(context, { args: {}, options: {} } as never);
  expect(message).toContain(
    "PIN 560001 is in Karnataka, not Maharashtra: ask the customer, phone 9123456780.",
  );
  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "1" });
  expect(await say({ phone: "9123456781" })).toContain("is on its way");
  const record = await context.database.pool.query("select * from operator_audit, order_note");
  expect(record.rows).toHaveLength(12);
  expect(JSON.stringify(record.rows)).toContain("(given)");
  expect(JSON.stringify(record.rows)).not.toMatch(/Hill Road|Lake View|9123456780|9876543210/);
});

test("a customer can change the address and the company until dispatch, and an issued invoice is replaced if the company changes (§2.14, T11)", async () => {
  context.config.smtpUrl = undefined;
  Object.assign(context.config, { mailTo: "owner@shop.example", ownerMails: "urgent" });
  const bought = await buy(testShop, "acacia-bowl");
  const { orderId } = bought.order;
  const change = async (more: object, as: typeof bought.customer | null = bought.customer) => {
    context.clock.advance(SECOND);
    const body = { ...shippingAddress, ...more };
    const answer = await api.as(as).put(`/api/orders/${orderId}/delivery`, body);
    await context.settle();
    return { status: answer.status, message: answer.body.message, order: answer.body["order"] };
  };
  const readMails = async () =>
    Promise.all(
      [bought.customer.email, "owner@shop.example"].map((to) => findNewestMail(context.config, to)),
    );
  const company = {
    name: "Lake Café LLP",
    address: "2 MG Road, Pune",
    taxCode: "27AAPFU0939F1ZV",
    email: "books@lake.example",
  };
  await context.settle();
  changes = 0;
  expect(await change({ street: "9 Hill Road", phoneNumber: "+91 91234 56780" })).toMatchObject({
    order: { shippingAddress: { street: "9 Hill Road", phoneNumber: "9123456780" }, canChangeDelivery: true },
  });
  expect(changes).toBe(1);
  const inGujarat = { state: "Gujarat", zipCode: "380 015", companyInvoice: company };
  expect(await change(inGujarat)).toMatchObject({
    order: { shippingAddress: { zipCode: "380015" }, companyInvoice: company, placeOfSupply: "Gujarat (24)" },
  });
  expect(await change({ phoneNumber: "12" })).toMatchObject({
    status: 400,
    message: "Phone Number must be 10 digits",
  });
  expect(await change({}, null)).toMatchObject({ status: 401 });
  expect(await change({}, await signInCustomer(context))).toMatchObject({ status: 404 });
  expect((await change(inGujarat)).message).toBe("Your order already has these details.");
  expect((await change({ ...inGujarat, companyInvoice: { ...company, name: "Lake House" } })).message).toBe(
    "We've changed the company on your invoice.",
  );
  expect(await readMails()).toMatchObject([
    { subject: `Order ${orderId}: the company was changed` },
    {
      subject: `${orderId}: the customer changed the company on the invoice`,
      text: expect.stringContaining("The company is Lake House, GSTIN 27AAPFU0939F1ZV, books@lake.example."),
    },
  ]);

  await payWith(testShop, provider.url, bought);
  await context.settle();
  expect(await readRows("invoice")).toMatchObject([
    { recipient: { companyInvoice: { name: "Lake House" }, shippingAddress: { state: "Gujarat" } } },
  ]);
  expect(await change({})).toMatchObject({
    status: 409,
    message: expect.stringContaining("The invoice has been issued"),
  });
  const another = { ...company, name: "Another LLP" };
  const elsewhere = { state: "Gujarat", zipCode: "380001", companyInvoice: another };
  expect(await change(elsewhere)).toMatchObject({
    message: "We'll ship to the new address, and we've changed the company on your invoice.",
    order: { companyInvoice: another, invoiceNumber: "26-27/000002", canChangeCompany: true },
  });
  expect((await readMails())[0]?.text).toContain("It replaces invoice 26-27/000001, which is cancelled");
  const mailbox = { ...another, email: "bills@lake.example" };
  expect(await change({ ...elsewhere, companyInvoice: mailbox })).toMatchObject({
    order: { companyInvoice: mailbox, invoiceNumber: "26-27/000002" },
  });
  expect((await readMails())[1]?.text).toContain("Invoice 26-27/000002 does not change.");
  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "1" });
  expect(await change(elsewhere)).toMatchObject({
    status: 409,
    message: expect.stringContaining("on its way"),
  });
  const notes = await context.database.pool.query("select words from order_note order by written_at, words");
  expect(notes.rows.map(({ words }) => String(words))).toEqual([
    "Changed by the customer: street, phone …10 → …80",
    expect.stringMatching(/^Changed by the customer: street, state Maharashtra → Gujarat, PIN .* company$/),
    "Changed by the customer: company",
    "Changed by the customer: PIN 380015 → 380001, company",
    "Invoice 26-27/000001 was cancelled, and 26-27/000002 was issued.",
    "Changed by the customer: company",
  ]);
});

import { beforeEach, expect, test } from "vitest";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { DAY, MINUTE } from "#contract/time.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { runTyped } from "../../../tests/support/bought-order.ts";
import { api, context, setUpPage, setUpShop } from "../../../tests/support/test-shop.ts";
import { messageAnswered, messageReceived } from "../events.ts";
import { changeSubscription, readSubscription, sendMessage, subscribe } from "../endpoints.ts";
import { contactMessage, newsletterSubscriber } from "./tables.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { serveNewsletter } from "./newsletter.ts";
import { newsletterCommand } from "./commands.ts";

const noticed: string[] = [];
setUpShop({
  goods: [],
  subscribers: [messageReceived, messageAnswered].map((event) =>
    defineSubscriber(event, `test.${event.name}`, async () => void noticed.push(event.name)),
  ),
});
beforeEach(() => void (noticed.length = 0));

const written = {
  name: "Asha",
  email: "asha@example.com",
  message: "Robert'); drop table product;--\n<script>1</script>",
};

const listMessages = () => context.db.select().from(contactMessage);

test("a guest's contact message is saved as typed, and the response has the text for an alert (D93)", async () => {
  const answer = await api.call(sendMessage, { body: written });
  expect(answer.message).toMatch(/^Thank you for your message\./);
  expect(await listMessages()).toMatchObject([{ ...written, receivedAt: context.now(), answeredAt: null }]);
});

test("a contact message that is sent five times with one idempotency key is saved once and notifies the owner once (§2.12)", async () => {
  const send = (body: object, key?: string) =>
    api.as(null).post("/api/contact", body, key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key });
  const five = await Promise.all([1, 2, 3, 4, 5].map(() => send(written, "one")));
  for (const { status, body } of five) expect([status, body]).toEqual([200, five[0]?.body]);
  expect(await listMessages()).toHaveLength(1);
  await context.settle();
  expect(noticed).toEqual([messageReceived.name]);
  await send({ ...written, message: "And to Goa?" }, "one");
  await send(written, "two");
  await send(written);
  await send(written);
  expect(await listMessages()).toHaveLength(5);
});

test("one IP address can send ten contact messages at once, and then one every six minutes", async () => {
  const send = async (ip: string) =>
    (await api.inject({ method: "POST", url: "/api/contact", body: written, ip })).status;
  for (let sent = 0; sent < 10; sent++) expect(await send("203.0.113.7")).toBe(200);
  expect(await send("203.0.113.7")).toBe(429);
  expect(await send("203.0.113.8")).toBe(200);
  expect(await send("127.0.0.1")).toBe(200);
  context.clock.advance(6 * MINUTE);
  expect(await send("203.0.113.7")).toBe(200);
  expect(await send("203.0.113.7")).toBe(429);
});

test("an IPv6 address can send 10 contact messages and 10 newsletter subscriptions at once, and its /48 network 100 of each (T35, D89)", async () => {
  for (const [url, body] of [
    ["/api/contact", written],
    ["/api/newsletter", { email: "asha@example.com" }],
  ] as const) {
    const send = async (ip: string) => (await api.inject({ method: "POST", url, body, ip })).status;
    for (let sent = 0; sent < 10; sent++) expect(await send("2001:db8:66:1::1"), url).toBe(200);
    expect(await send("2001:db8:66:1::1"), url).toBe(429);
    for (let sent = 10; sent < 100; sent++)
      expect(await send(`2001:db8:66:${sent.toString(16)}::1`), url).toBe(200);
    expect(await send("2001:db8:66:ffff::1"), url).toBe(429);
    expect(await send("2001:db8:67::1"), url).toBe(200);
  }
});

test("the table of newsletter subscribers has one row for each e-mail address, with the time of its first consent (§2.3, D80)", async () => {
  const consentedAt = context.now();
  const first = await api.call(subscribe, { body: { email: "Asha@Example.com" } });
  context.clock.advance(MINUTE);
  const again = await api.call(subscribe, { body: { email: "asha@example.com" } });
  expect(again).toEqual(first);
  expect(await context.db.select().from(newsletterSubscriber)).toEqual([
    { emailKey: "asha@example.com", email: "Asha@Example.com", consentedAt },
  ]);
});

test("the owner's answer to a contact message is mailed once, after a confirmation, and stored with the message", async () => {
  await api.call(sendMessage, { body: { ...written, email: "Asha@example.com" } });
  const [{ id } = { id: "" }] = await listMessages();
  const words = "Yes, on both sides.";
  const answer = (more: Record<string, string> = {}, confirmed = true) =>
    runTyped("messages", { id, words, ...more }, {}, confirmed);
  await expect(answer({}, false)).rejects.toThrow("Send this answer to Asha <Asha@example.com>?");
  expect(await listMessages()).toMatchObject([{ answer: null, answeredAt: null }]);

  await answer();
  expect(await listMessages()).toMatchObject([{ answer: words, answeredAt: context.now() }]);
  expect(noticed.filter((name) => name === messageAnswered.name)).toHaveLength(1);
  const list = async (options: Record<string, string>) =>
    (await runTyped("messages", {}, { all: "on", ...options })).rows;
  expect(await list({ from: "ASHA@example.com" })).toHaveLength(1);
  expect(await list({ from: "ravi@example.com" })).toHaveLength(0);
  for (const search of ["ash", "@EXAMPLE", written.message.slice(3, 9)])
    expect(await list({ search }), search).toHaveLength(1);
  expect(await list({ search: "a%a" })).toHaveLength(0);

  await expect(answer()).rejects.toThrow("answered on");
  await expect(answer({ words: "  " })).rejects.toThrow("The answer needs 1 to 5000 characters");
  await expect(answer({ id: "x" })).rejects.toThrow('no message "x"');
});

test("the messages to answer are listed longest waiting first, and are overdue after the promised day", async () => {
  await api.call(sendMessage, { body: written });
  context.clock.advance(10 * DAY);
  await api.call(sendMessage, { body: { ...written, name: "Ravi" } });
  expect((await runTyped("messages")).data).toMatchObject([
    { name: written.name, isOverdue: true },
    { name: "Ravi", isOverdue: false },
  ]);
  expect((await runTyped("messages", {}, { all: "on" })).data).toMatchObject([
    { name: "Ravi" },
    { name: written.name },
  ]);
});

const ask = setUpPage(serveNewsletter);

const listSubscribed = async () =>
  (await context.db.select().from(newsletterSubscriber)).map(({ email }) => email).toSorted();

test("an unsubscribe link removes only the e-mail address to which it was sent, and opening it changes nothing (§2.3, D80)", async () => {
  for (const email of ["Asha@example.com", "ravi@example.com"])
    await api.call(subscribe, { body: { email } });
  const { data } = await newsletterCommand.run(context, { args: {}, options: {}, folder: "/" });
  const [asha] = (data as { subscribers: { email: string; leave: string }[] }).subscribers;
  const { pathname, hash } = new URL(asha?.leave ?? "");
  const href = `${pathname}${hash}`;
  expect(href).toMatch(/^\/newsletter#/);
  expect((await ask("/newsletter")).html).toContain("Log in and unsubscribe in");
  expect((await ask(href)).html).toContain("We write to Asha@example.com");
  expect((await ask(href.replace("asha@", "ravi@"), { leave: "yes" })).status).toBe(404);
  expect(await listSubscribed()).toEqual(["Asha@example.com", "ravi@example.com"]);
  for (const time of ["first", "second"])
    expect((await ask(href, { leave: "yes" })).html, time).toContain("re not subscribed");
  expect(await listSubscribed()).toEqual(["ravi@example.com"]);
});

test("a customer can subscribe to and unsubscribe from the newsletter in their account, and a repeated request changes nothing (§2.3, D80)", async () => {
  const as = await signInCustomer(context);
  expect(await api.call(readSubscription, {}, { as })).toMatchObject({ subscribed: false });
  for (const subscribed of [true, true, false, false]) {
    expect(await api.call(changeSubscription, { body: { subscribed } }, { as })).toMatchObject({
      subscribed,
    });
    expect(await listSubscribed()).toEqual(subscribed ? [as.email] : []);
  }
});

test("a customer with an unverified e-mail address cannot learn if that address is subscribed to the newsletter (§2.3, D80)", async () => {
  const as = await signInCustomer(context, {}, { hasVerifiedMailbox: false });
  const unknown = await api.call(readSubscription, {}, { as });
  expect(unknown).toEqual({ success: true, subscribed: null });
  await api.call(subscribe, { body: { email: as.email } });
  expect(await api.call(readSubscription, {}, { as })).toEqual(unknown);
  expect(await api.call(changeSubscription, { body: { subscribed: false } }, { as })).toMatchObject({
    subscribed: null,
    message: "You're unsubscribed. You won't get our newsletter any more.",
  });
  expect(await listSubscribed()).toEqual([]);
});

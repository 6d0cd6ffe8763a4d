import { expect, test } from "vitest";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { api, context, setUpPage, setUpShop } from "../../../tests/support/test-shop.ts";
import { changeSubscription, readSubscription, subscribe } from "../endpoints.ts";
import { serveNewsletter } from "./newsletter.ts";
import { newsletter } from "./commands.ts";
import { newsletterSubscriber } from "./tables.ts";

setUpShop({ goods: [] });
const ask = setUpPage(serveNewsletter);

const listSubscribed = async () =>
  (await context.db.select().from(newsletterSubscriber)).map(({ email }) => email).toSorted();

test("a signed link unsubscribes only its own address, and opening it changes nothing (§2.3, D80)", async () => {
  for (const email of ["Asha@example.com", "ravi@example.com"])
    await api.call(subscribe, { body: { email } });
  const { data } = await newsletter.run(context, { args: {}, options: {}, folder: "/" });
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

test("a customer can subscribe and unsubscribe in their account, and repeating either changes nothing (§2.3, D80)", async () => {
  const as = await signInCustomer(context);
  expect(await api.call(readSubscription, {}, { as })).toMatchObject({ subscribed: false });
  for (const subscribed of [true, true, false, false]) {
    expect(await api.call(changeSubscription, { body: { subscribed } }, { as })).toMatchObject({
      subscribed,
    });
    expect(await listSubscribed()).toEqual(subscribed ? [as.email] : []);
  }
});

test("a customer with an unproven mailbox cannot learn if its owner has subscribed (§2.3, D80)", async () => {
  const as = await signInCustomer(context, {}, { hasProvenMailbox: false });
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

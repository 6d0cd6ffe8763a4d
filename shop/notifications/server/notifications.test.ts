import { expect, test } from "vitest";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { runTypedIn } from "../../../tests/support/bought-order.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { deleteMails, findCode, findResetLink } from "../../../tests/support/mails.ts";
import { deliver } from "../../../tests/support/past-orders.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { orderDelivered } from "#shop/orders/events.ts";
import { saveReview } from "#shop/reviews/server/reviews.ts";
import { DAY } from "#contract/time.ts";

setUpShop({ mails: "without invoices", goods: [{ id: "bowl" }], config: { mailTo: "owner@shop.example" } });

const showLastMail = () => runTypedIn(context, "mail", {}, { last: "on" });

test("a mailed reset code works, and the customer is notified of the new password (D2)", async () => {
  const asha = await signInCustomer(context, { firstName: "Asha <b>" });
  await api.as(null).post("/api/auth/verify-email", { email: asha.email });
  await context.settle();
  const mail = await findNewestMail(context.config);
  expect(mail?.to).toBe(asha.email);
  const code = findCode(mail?.text);
  expect(code).toHaveLength(6);
  expect(mail?.subject).toBe("Your code for a new password");
  expect(findResetLink(mail?.text ?? "")).toContain(`#email=${encodeURIComponent(asha.email)}&code=`);
  expect(mail?.text).toContain("for 10 minutes");
  expect((await showLastMail()).message).toContain("Hello Asha <b>,");

  context.clock.advance(1_000);
  const body = { email: asha.email, newPassword: "sheesham 7 rings", code };
  expect((await api.as(null).post("/api/auth/reset-password", body)).status).toBe(200);
  await context.settle();
  expect(await findNewestMail(context.config)).toMatchObject({
    to: asha.email,
    subject: "Your password was changed",
  });
});

test("a customer whose details were deleted at a password reset gets an e-mail that says so (T9)", async () => {
  const { email } = await signInCustomer(context, {}, { hasVerifiedMailbox: false });
  await api.as(null).post("/api/auth/verify-email", { email });
  await context.settle();
  const code = findCode((await findNewestMail(context.config))?.text);
  context.clock.advance(1_000);
  const body = { email, newPassword: "sheesham 7 rings", code };
  expect((await api.as(null).post("/api/auth/reset-password", body)).status).toBe(200);
  await context.settle();
  const mail = await findNewestMail(context.config);
  expect(mail?.text).toContain("we removed the name, phone number, addresses, bag and unpaid orders");
  expect(mail?.text).toContain("please enter your name and address again");
  expect(mail?.text).not.toContain("you don't need to do anything");
});

test("a reset code that expired before its mail could be sent is not mailed", async () => {
  const asha = await signInCustomer(context);
  await api.as(null).post("/api/auth/verify-email", { email: asha.email });
  context.clock.advance(11 * 60_000);
  await context.settle();
  expect(await findNewestMail(context.config)).toBeNull();
  await expect(showLastMail()).rejects.toThrow("No e-mail has been written yet.");
});

test("the first login from a new device sends the customer one mail", async () => {
  const asha = await signInCustomer(context);
  const logIn = async (headers: Record<string, string>) => {
    const { email, password } = asha;
    const { status } = await api.as(null).post("/api/auth/login", { email, password }, headers);
    expect(status).toBe(200);
    await context.settle();
    return findNewestMail(context.config);
  };
  const firefox = { "user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0" };
  expect(await logIn({})).toBeNull();
  expect(await logIn({})).toBeNull();
  const mail = await logIn(firefox);
  expect(mail).toMatchObject({ to: asha.email, subject: "A new device has logged in to your account" });
  expect(mail?.text).toContain("Device: Firefox on Android");
  expect(mail?.text).toContain("Network: 127.0.0.x");
  deleteMails(context);
  expect(await logIn(firefox)).toBeNull();
});

test("a new customer gets the welcome mail (D2)", async () => {
  const registration = {
    firstName: "Meera",
    lastName: "Shah",
    email: "meera@example.com",
    address: { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" },
    phoneNumber: "9876543210",
    password: "neem-and-teak-7",
    confirmPassword: "neem-and-teak-7",
  };
  expect((await api.as(null).post("/api/auth/register", registration)).status).toBe(200);
  await context.settle();
  const mail = await findNewestMail(context.config);
  expect(mail).toMatchObject({ to: "meera@example.com", subject: "Welcome to Taruva" });
  expect(mail?.text).toContain("Hello Meera,");
});

test("a customer is asked for a review ten days after a delivery, but not again after they have reviewed the product", async () => {
  const asha = await signInCustomer(context);
  const deliverBowl = async () => {
    const orderId = await deliver(context, asha);
    await context.transact((tx) =>
      context.outbox.publish(tx, orderDelivered, { accountId: asha.accountId, orderId }),
    );
    await context.settle();
    deleteMails(context);
    return orderId;
  };
  const findRequestMail = async () => {
    await context.settle();
    return findNewestMail(context.config);
  };
  const orderId = await deliverBowl();
  context.clock.advance(10 * DAY - 1);
  expect(await findRequestMail()).toBeNull();
  context.clock.advance(1);
  const mail = await findRequestMail();
  expect(mail).toMatchObject({ to: "meera@example.com", subject: "How do you like it?" });
  expect(mail?.text).toContain(`.${orderId}`);
  expect(mail?.text).toContain("/review#");

  await deliverBowl();
  await saveReview(context, asha.accountId, { productId: "bowl", rating: 5, message: "Lovely" }, "::1");
  context.clock.advance(10 * DAY);
  expect(await findRequestMail()).toBeNull();
});

import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { DAY, SECOND } from "#contract/time.ts";
import { MAIL_LINK } from "#platform/operator/audit.ts";
import { revokeLinks } from "#platform/operator/mail-links.ts";
import { operatorAudit } from "#platform/operator/tables.ts";
import { signLink } from "#platform/http/signed-link.ts";
import { refreshCatalogue, setProduct } from "#shop/catalogue/server/index.ts";
import { product } from "#shop/catalogue/server/tables.ts";
import { readStockLevels } from "#shop/inventory/server/index.ts";
import { recordCancellationRequest } from "#shop/orders/server/cancellations.ts";
import { setStatus } from "#shop/orders/server/set-status.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { dispatchOrder } from "#shop/parcels/server/dispatch-order.ts";
import { buildDispatchHref, serveDispatch } from "#shop/parcels/server/dispatch-page.ts";
import { askPlainApp, getLinkCode, openPlainApp } from "../../../tests/support/api.ts";
import { signInAgain } from "../../../tests/support/customer.ts";
import { buy, payWith, provider, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { ownerActs } from "./owner-acts.ts";
import { buildOwnerHref, serveOwnerPage } from "./owner-page.ts";

setUpShop({ goods: [{ id: "acacia-bowl", title: "Acacia Bowl", price: 249_900, onHand: 20 }] });

let app: FastifyInstance;
beforeEach(async () => {
  await refreshCatalogue(testShop.context);
  ({ app } = await openPlainApp(testShop.context, async (scope, context) => {
    await scope.register((each) => serveOwnerPage(each, context));
    await scope.register((each) => serveDispatch(each, context));
  }));
});
afterEach(() => app.close());

const open = (href: string) => askPlainApp(app, href);
const post = (href: string, name: string, more: Record<string, string> = {}) =>
  askPlainApp(app, href, { do: name, ...more });
const yes = { confirmed: "yes" };

async function buyPaid() {
  const bought = await buy(testShop, "acacia-bowl", { quantity: 2 });
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  return { ...bought, orderId: bought.order.orderId };
}

async function askToCancel() {
  const bought = await buyPaid();
  const request = { reasons: ["Other" as const], comments: "<b>Too large</b>" };
  await recordCancellationRequest(testShop.context, bought.customer.accountId, bought.orderId, request);
  return {
    ...bought,
    href: buildOwnerHref(testShop.context, { act: "cancellation", subject: bought.orderId }),
  };
}

async function readOrder(orderId: string) {
  const rows = await testShop.context.db.select().from(orders);
  const order = rows.find((row) => row.orderId === orderId);
  if (!order) throw new Error(`no ${orderId}`);
  return order;
}

const readAudit = async () =>
  (await testShop.context.db.select().from(operatorAudit))
    .filter(({ osUser }) => osUser === MAIL_LINK)
    .map(({ command, outcome }) => `${command} ${outcome}`)
    .toSorted();

const readOnHand = async () =>
  (await readStockLevels(testShop.context.db, ["acacia-bowl"])).get("acacia-bowl")?.onHand;

test("T49: a request to cancel is agreed to after its question, once; opening it, as mail programs do, changes nothing", async () => {
  const { orderId, href } = await askToCancel();
  for (const page of [await open(href), await open(href)]) {
    expect(page.status).toBe(200);
    for (const each of [orderId, "&#60;b&#62;Too large", "Keep the order", "₹5798.64"])
      expect(page.html).toContain(each);
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(page.html).not.toContain("<script");
  }
  const question = await post(href, "approve");
  expect(question.html).toContain(`Cancel ${orderId} of`);
  expect(question.html).toContain("₹5798.64 goes back");
  expect((await readOrder(orderId)).status).toBe("Processing");
  expect(await readAudit()).toEqual([]);

  const taps = await Promise.all([post(href, "approve", yes), post(href, "approve", yes)]);
  const [done, late] = taps.toSorted((one, other) => one.status - other.status);
  expect([done?.status, late?.status]).toEqual([200, 409]);
  // A second tap shows that the action was done, not the form.
  expect(late?.html).toContain("It was used on");
  expect((await post(href, "approve", yes)).html).toContain("It was decided before: Approved.");
  expect(await readOrder(orderId)).toMatchObject({ status: "Cancelled", cancellationStatus: "Approved" });
  expect(await readAudit()).toEqual(["cancellations approve done"]);
  expect((await post(href, "decline", { words: "No", ...yes })).html).toContain("It was used on");
  expect((await readOrder(orderId)).cancellationStatus).toBe("Approved");
});

test("T49: no other link does anything: forged, of another order, purpose or act, too old, ended", async () => {
  const { context } = testShop;
  const { orderId, href } = await askToCancel();
  const other = await buyPaid();
  const [seal = "", act = "", , at = ""] = getLinkCode(href).split(".");
  for (const link of [
    `${seal}.${act}.${other.orderId}.${at}`,
    `${seal}.${act}.${orderId}.${Number(at) + 1}`,
    `${seal}.count.acacia-bowl.${at}`,
    `${seal}.${act}`,
    signLink(context, "order-dispatch", `${act}.${orderId}.${at}`),
    signLink(context, "owner-act", `constructor.${orderId}.${at}`),
    signLink(context, "owner-act", `${act}.${orderId}.${Number(at) + 90}`),
  ]) {
    expect((await post(`/owner#${link}`, "approve", yes)).status, link).toBe(404);
    expect((await open(`/owner/${link}`)).status, link).toBe(404);
  }
  // A button of another action, and an order without open questions.
  expect((await post(href, "count", { count: "1", ...yes })).status).toBe(200);
  const untouched = buildOwnerHref(context, { act: "cancellation", subject: other.orderId });
  expect((await post(untouched, "approve", yes)).html).toContain("Nobody asks to cancel");
  const dispatch = buildDispatchHref(context, other.orderId);
  context.clock.advance(DAY);
  await revokeLinks.run(context, { args: {}, options: {}, folder: "/" });
  expect((await post(href, "approve", yes)).html).toContain("ended by");
  expect((await askPlainApp(app, dispatch, { courier: "Delhivery", number: "1" })).html).toContain(
    "ended by",
  );
  context.clock.advance(DAY);
  const fresh = buildOwnerHref(context, { act: "cancellation", subject: orderId });
  expect((await open(fresh)).status).toBe(200);
  context.clock.advance(8 * DAY);
  expect((await post(fresh, "approve", yes)).html).toContain("It works for 7 days");
  expect([await readOrder(orderId), await readOrder(other.orderId)].map(({ status }) => status)).toEqual([
    "Processing",
    "Processing",
  ]);
  expect(await readOnHand()).toBe(20);
  expect(await readAudit()).toEqual([]);
});

test("T49: a return is approved, marked as arrived and refunded, each by a separate link", async () => {
  const { context, api } = testShop;
  const bought = await buyPaid();
  const { orderId } = bought;
  await dispatchOrder(context, orderId, { courier: "Delhivery", number: "1" });
  await setStatus(context, orderId, "Delivered");
  const customer = await signInAgain(testShop, bought.customer);
  const pieces = [{ productId: "acacia-bowl", quantity: 1 }];
  await api.as(customer).put(`/api/orders/${orderId}/return`, { reasons: ["Other"], comments: "", pieces });
  const hrefOf = (status: string) =>
    buildOwnerHref(context, { act: "return", subject: `${orderId}~${status}` });
  const first = hrefOf("Requested");
  expect((await post(first, "refund", yes)).html).toContain("Take them back");
  const words = { words: "Our courier comes." };
  expect((await post(first, "accept", words)).html).toContain("mail its customer to send them");
  const accepted = await post(first, "accept", { ...words, ...yes });
  expect(accepted.html).toContain("The pieces of");
  expect((await post(first, "refuse", { words: "No.", ...yes })).status).toBe(409);
  expect((await post(hrefOf("Accepted"), "received")).html).toContain("No money goes back yet");
  const arrived = await post(hrefOf("Accepted"), "received", yes);
  expect(arrived.html).toContain("are here");
  // A holder of the link for one step must not get to the next step, such as the refund.
  for (const { html } of [accepted, arrived]) {
    expect(html).toContain("mail of the morning");
    expect(html).not.toMatch(/<form|<a [^>]*owner#|name="link"/);
  }
  const config = { ...context.config, ownerMails: "off" as const };
  expect(ownerActs["return"]?.choices["received"]?.describe(orderId, null, config)).not.toContain("mail");
  const question = await post(hrefOf("Received"), "refund", { restock: "on" });
  expect(question.html).toContain(`End the return of ${orderId} and give back`);
  expect((await post(hrefOf("Received"), "refund", { restock: "on", ...yes })).status).toBe(200);
  expect((await readOrder(orderId)).returnRequest?.status).toBe("Refunded");
  expect(await readOnHand()).toBe(19);
  expect(await readAudit()).toEqual(["returns accept done", "returns received done", "returns refund done"]);
});

test("a count is stored once, and does not overwrite a count that another operator stored in the meantime", async () => {
  const { context } = testShop;
  const href = buildOwnerHref(context, { act: "count", subject: "acacia-bowl" });
  const page = await open(href);
  expect(page.html).toContain("20 pieces");
  expect((await post(href, "count", { count: "many" })).status).toBe(400);
  expect((await post(href, "count", { count: "7", expected: "19" })).html).toContain(
    "Somebody has changed this",
  );
  expect(await readOnHand()).toBe(20);
  expect((await post(href, "count", { count: "7", expected: "20" })).html).toContain("7 can be ordered now");
  expect((await post(href, "count", { count: "99", expected: "7" })).html).toContain("works once");
  expect(await readOnHand()).toBe(7);
  const none = buildOwnerHref(context, { act: "count", subject: "no-such-bowl" });
  expect((await post(none, "count", { count: "7" })).status).toBe(404);
});

test("T49: a link stays used where its command threw, which may have done its part; a refusal leaves it whole", async () => {
  const { context } = testShop;
  const href = buildOwnerHref(context, { act: "count", subject: "acacia-bowl" });
  const refused = await post(href, "count", { count: "many" });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(`value="many"`);
  // The pieces are written down, and then the record fails: the page cannot know.
  await context.db.execute(sql`alter table operator_audit rename to audit_away`);
  const unknown = await post(href, "count", { count: "7" });
  await context.db.execute(sql`alter table audit_away rename to operator_audit`);
  expect(unknown.status).toBe(500);
  expect(await readOnHand()).toBe(7);
  const again = await post(href, "count", { count: "5" });
  expect(again.status).toBe(409);
  expect(again.html).toContain("works once. 7 pieces are written down.");
  expect(await readOnHand()).toBe(7);
  const other = buildOwnerHref(context, { act: "count", subject: "acacia-bowl" });
  context.clock.advance(SECOND);
  const broken = buildOwnerHref(context, { act: "count", subject: "acacia-bowl" });
  expect(broken).not.toBe(other);
  vi.spyOn(setProduct, "run").mockRejectedValueOnce(new Error("the disk is away"));
  const failed = await post(broken, "count", { count: "5" });
  expect(failed.status).toBe(500);
  expect(failed.html).toContain("Nobody knows whether it was done");
  expect((await post(broken, "count", { count: "5" })).status).toBe(409);
  expect(await readOnHand()).toBe(7);
});

/** Posts a photograph as a form without scripts does. */
async function upload(href: string, file: Buffer<ArrayBuffer>, name = "../../IMG_1.jpg") {
  const form = new FormData();
  form.set("link", getLinkCode(href));
  form.set("do", "add");
  form.set("photo", new File([file], name, { type: "image/jpeg" }));
  const request = new Request("http://shop.example/owner", { method: "POST", body: form });
  const { statusCode, body } = await app.inject({
    url: "/owner",
    method: "POST",
    remoteAddress: "203.0.113.7",
    headers: {
      accept: "text/html",
      "content-type": request.headers.get("content-type") ?? "",
      origin: "null",
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: statusCode, html: body };
}

test("T49: a body of many megabytes or fields is not read for who has no link, nor beyond what a form has", async () => {
  const read = vi.spyOn(Response.prototype, "formData");
  const href = buildOwnerHref(testShop.context, { act: "picture", subject: "acacia-bowl" });
  const post = (link: string, fields: number) => {
    const boundary = "----a";
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    return app.inject({
      url: "/owner",
      method: "POST",
      remoteAddress: "203.0.113.7",
      headers: {
        accept: "text/html",
        "content-type": `multipart/form-data; boundary=${boundary}`,
        origin: "null",
      },
      payload: `${field("link", link)}${field("a", "").repeat(fields)}--${boundary}--\r\n`,
    });
  };
  expect((await post("forged.link", 50_000)).statusCode).toBe(404);
  expect((await post(getLinkCode(href), 50_000)).statusCode).toBe(400);
  expect(read).not.toHaveBeenCalled();
  expect((await post(getLinkCode(href), 5)).statusCode).toBe(200);
  expect(read).toHaveBeenCalledOnce();
});

test("T49: without a link of ours only the first bytes of an upload are read, with one the whole, two at a time", async () => {
  const href = buildOwnerHref(testShop.context, { act: "picture", subject: "acacia-bowl" });
  await app.ready();
  const http = app.server.on("request", app.routing).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  /** A phone that is still uploading: the first two kilobytes have arrived. */
  const begin = (link: string) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    let heard = "";
    socket.on("data", (data: Buffer) => (heard += data.toString()));
    socket.write(
      [
        "POST /owner HTTP/1.1",
        "Host: shop.example",
        "Accept: text/html",
        "Origin: null",
        "Content-Type: multipart/form-data; boundary=a",
        "Content-Length: 20000000",
        "",
        "--a",
        `Content-Disposition: form-data; name="link"`,
        "",
        link,
        `--a${" ".repeat(4_096)}`,
      ].join("\r\n"),
    );
    return () => heard.split("\r\n")[0];
  };
  const [first, second] = [begin(getLinkCode(href)), begin(getLinkCode(href))];
  const forged = Array.from({ length: 5 }, () => begin("forged.link"));
  for (const status of forged) await expect.poll(status).toBe("HTTP/1.1 404 Not Found");
  await expect.poll(begin(getLinkCode(href))).toBe("HTTP/1.1 503 Service Unavailable");
  expect([first(), second()]).toEqual(["", ""]);
});

test("T49: a photograph of a phone is turned upright and added, once; what is none changes nothing", async () => {
  const { context } = testShop;
  const href = buildOwnerHref(context, { act: "picture", subject: "acacia-bowl" });
  const readImages = async () =>
    (await context.db.select().from(product))[0]?.images.map(({ name }) => name) ?? [];
  const before = await readImages();
  expect((await open(href)).html).toContain(`type="file"`);
  const none = await upload(href, Buffer.from("<script>alert(1)</script>"));
  expect(none.status).toBe(409);
  expect(none.html).toContain("is not a photograph");
  const tall = sharp({ create: { width: 900, height: 600, channels: 3, background: "#a0703c" } });
  const photo = Buffer.from(await tall.withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect((await upload(`${href.slice(0, -1)}9`, photo)).status).toBe(404);
  expect(await readImages()).toEqual(before);
  expect((await upload(href, photo)).html).toContain("It has");
  const after = await readImages();
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)).toMatch(/^acacia-bowl-[0-9a-f]+\.jpg$/);
  expect((await upload(href, photo)).status).toBe(409);
  expect(await readImages()).toEqual(after);
  expect(await readAudit()).toEqual(["products pictures done", "products pictures refused"]);
});

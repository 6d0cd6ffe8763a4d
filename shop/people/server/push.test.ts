import { createDecipheriv, createECDH, createHmac, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { runTyped } from "../../../tests/support/bought-order.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { makePasskey } from "../../../tests/support/passkey.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { buyPaid, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { deskPeople } from "./desk-calls.ts";
import { MAX_PUSHES } from "./push.ts";
import { deleteOldSessions } from "./sessions.ts";
import { deskPush } from "./tables.ts";

/* Tests the desk's notifications, with a local server in place of the push service. */

const DESK = "https://desk.shop.example";
const SERVICE = "https://fcm.googleapis.com/fcm/send/";

setUpShop({ config: { deskUrl: DESK }, goods: [{ id: "bowl", price: 249_900, onHand: 9 }] });

let service: Server;
/** The requests that the fake push service received. `device` is the last part of the push URL. */
let arrived: { device: string; headers: IncomingHttpHeaders; body: Buffer }[];
let answers: Map<string, number>;

beforeAll(async () => {
  service = createServer((request, response) => {
    const device = request.url?.split("/").at(-1) ?? "";
    void buffer(request).then((body) => {
      arrived.push({ device, headers: request.headers, body });
      response.writeHead(answers.get(device) ?? 201).end();
    });
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
});
afterAll(() => service.close());
beforeEach(() => {
  arrived = [];
  answers = new Map();
  const real = globalThis.fetch;
  const local = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  vi.spyOn(globalThis, "fetch").mockImplementation((to, init) =>
    real(typeof to === "string" ? to.replace(SERVICE, local) : to, init),
  );
});

const call = (name: string, body: object) => deskPeople.answer(context, name, body);

async function join(name: string, role: OperatorRole): Promise<string> {
  const { data } = await runTyped("people --invite", { name }, { role });
  const invitationRequest = {
    ip: "203.0.113.7",
    invitation: new URL((data as { link: string }).link).hash.slice(1),
  };
  const { options } = (await call("join/begin", invitationRequest)) as {
    options: Parameters<typeof makePasskey>[0];
  };
  const { response } = makePasskey(options, DESK);
  const joined = await call("join", { ...invitationRequest, browser: "Chrome", device: "Phone", response });
  return (joined as { session: string }).session;
}

interface Device {
  name: string;
  keys: ECDH;
  auth: Buffer;
  id: string;
}

const getShopKey = async (session: string) =>
  ((await call("me", { session })) as { pushKey: string }).pushKey;

async function subscribe(session: string, name: string, more: object = {}): Promise<Device> {
  const [keys, auth] = [createECDH("prime256v1"), randomBytes(16)];
  keys.generateKeys();
  const push = {
    endpoint: SERVICE + name,
    p256dh: keys.getPublicKey("base64url"),
    auth: auth.toString("base64url"),
    shopKey: await getShopKey(session),
    ...more,
  };
  const { id } = (await call("push", { session, device: "Chrome on Android phone", push })) as { id: string };
  return { name, keys, auth, id };
}

const buyBowls = async () => (await buyPaid("bowl", { quantity: 2 })).order.orderId;

const hmac = (key: Uint8Array, text: Uint8Array) => createHmac("sha256", key).update(text).digest();

/** Decrypts a message as a browser does (RFC 8291, with aes128gcm of RFC 8188). */
function decrypt({ keys, auth }: Device, body: Buffer): unknown {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const secret = hmac(hmac(auth, keys.computeSecret(sender)), Buffer.concat([info, Buffer.from([1])]));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  const sealed = body.subarray(21 + sender.length);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
}

test("when an order is paid, every device gets an encrypted notification with only the order's number, count of pieces and day of dispatch (D119)", async () => {
  const [owner, packer] = [await join("Asha", "owner"), await join("Ravi", "packer")];
  const devices = [await subscribe(owner, "asha"), await subscribe(packer, "ravi")];
  const orderId = await buyBowls();
  expect(arrived.map(({ device }) => device).toSorted()).toEqual(["asha", "ravi"]);
  for (const { device, headers, body } of arrived) {
    const to = devices.find(({ name }) => name === device);
    expect(to && decrypt(to, body)).toEqual({ orderId, pieces: 2, leavesBy: "Wed 25 Nov" });
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "43200", urgency: "high" });
    // The library web-push signs the token with the shop's key.
    const [, claims = "", key] =
      /^vapid t=[\w-]+\.([\w-]+)\.[\w-]+, ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
    expect(key).toBe(await getShopKey(owner));
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      aud: "https://fcm.googleapis.com",
      sub: DESK,
    });
  }
});

const listEndpoints = async () =>
  (await context.db.select().from(deskPush)).map(({ endpoint }) => endpoint).toSorted();

test("notifications end at a sign-out and when the device or person is removed, but not when the session expires (T57)", async () => {
  const [asha, ravi] = [await join("Asha", "owner"), await join("Ravi", "packer")];
  const list = async () => (await listEndpoints()).map((endpoint) => endpoint.at(-1));
  await subscribe(asha, "a");
  const { id } = await subscribe(asha, "b");
  await subscribe(ravi, "c");
  await expect(call("push/remove", { session: ravi, id })).rejects.toThrow("no longer gets notifications");
  await call("push/remove", { session: asha, id });
  expect(await list()).toEqual(["a", "c"]);
  expect(await call("push/renew", { session: ravi, endpoint: `${SERVICE}a` })).toEqual({ id: null });
  await call("sign-out", { session: asha });
  expect(await list()).toEqual(["c"]);
  context.clock.advance(2 * DAY);
  await deleteOldSessions(context);
  expect(await list()).toEqual(["c"]);
  await runTyped("people", { name: "Ravi" }, { remove: "on" });
  expect(await list()).toEqual([]);
  await buyBowls();
  expect(arrived).toEqual([]);
});

test.runIf(testEngine === "server").each([
  ["one session", (session: string) => call("sign-out", { session })],
  ["all sessions", () => runTyped("people", { name: "Asha" }, { "sign-out": "all" })],
])(
  "a device that subscribes during the sign-out of %s gets no notifications afterwards (T57)",
  async (_, signOut) => {
    const session = await join("Asha", "owner");
    const point = /^insert into "desk_push"/;
    await raceBefore(
      context,
      point,
      () => subscribe(session, "late"),
      () => signOut(session),
    );
    expect(await context.db.select().from(deskPush)).toEqual([]);
  },
);

test("a device unknown to its push service is deleted, and a failed push is retried for that device only", async () => {
  const session = await join("Asha", "owner");
  for (const [name, status] of [
    ["gone", 410],
    ["unknown", 404],
    ["busy", 503],
    ["well", 201],
  ] as const) {
    await subscribe(session, name);
    answers.set(name, status);
  }
  await buyBowls();
  expect(await listEndpoints()).toEqual([`${SERVICE}busy`, `${SERVICE}well`]);
  arrived = [];
  answers.clear();
  context.clock.advance(30 * MINUTE);
  await context.settle();
  expect(arrived.map(({ device }) => device)).toEqual(["busy"]);
});

test("a device whose push URL does not belong to a known push service is refused (T57)", async () => {
  const session = await join("Asha", "owner");
  for (const endpoint of [
    "http://fcm.googleapis.com/fcm/send/a",
    "https://127.0.0.1/a",
    "https://[::1]/a",
    "https://localhost/a",
    "https://fcm.googleapis.com.evil.example/a",
    "https://evil.example/fcm.googleapis.com",
    "https://evilpush.apple.com/a",
    "https://fcm.googleapis.com:8080/a",
    "https://asha@fcm.googleapis.com/a",
    "https://fcm.googleapis.com@127.0.0.1/a",
    "no address",
  ])
    await expect(subscribe(session, "a", { endpoint }), endpoint).rejects.toThrow(
      "not the address of a browser's push service",
    );
});

test("a device with invalid keys or keys of another shop is refused, and so is an eleventh device", async () => {
  const session = await join("Asha", "owner");
  const outside = Buffer.alloc(65, 4).toString("base64url");
  await expect(subscribe(session, "a", { p256dh: outside })).rejects.toThrow("not a browser's key");
  await expect(subscribe(session, "a", { shopKey: outside })).rejects.toThrow(
    "notification keys have changed",
  );
  for (let device = 0; device < MAX_PUSHES; device++) await subscribe(session, `device-${device}`);
  await subscribe(session, "device-0");
  await expect(subscribe(session, "one-more")).rejects.toThrow(
    "Turn off the notifications on one of them first",
  );
});

test("a device that subscribed before a change of SHOP_SECRET gets notifications only while the previous secret is set", async () => {
  const { config } = context;
  const { secret } = config;
  config.secret = "the first secret of this shop, which is long enough";
  await subscribe(await join("Asha", "owner"), "a");
  Object.assign(config, { previousSecret: config.secret, secret: "the second secret of this shop, as long" });
  await buyBowls();
  expect(arrived).toHaveLength(1);
  Object.assign(config, { previousSecret: undefined });
  await buyBowls();
  expect(arrived).toHaveLength(1);
  expect(await context.db.select().from(deskPush)).toEqual([]);
  Object.assign(config, { secret });
});

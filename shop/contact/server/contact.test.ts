import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { MINUTE } from "#contract/time.ts";
import { openApi, type Api } from "../../../tests/support/api.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { messageAnswered, messageReceived } from "../events.ts";
import { sendMessage, subscribe } from "../endpoints.ts";
import { contactCommands } from "./commands.ts";
import { contactRoutes } from "./feature.ts";
import { contactMessage, newsletterSubscriber } from "./tables.ts";

const noticed: string[] = [];
const notice = defineSubscriber(
  messageReceived,
  "test.noticed",
  async (_, { messageId }) => void noticed.push(messageId),
);

const answered: string[] = [];
const noticeAnswer = defineSubscriber(
  messageAnswered,
  "test.answered",
  async (_, { messageId }) => void answered.push(messageId),
);

let context: TestContext;
let api: Api;
beforeAll(async () => {
  context = await createTestContext({ subscribers: [notice, noticeAnswer] });
  api = await openApi(context, contactRoutes);
});
beforeEach(() => context.wipe());
afterAll(async () => {
  await api.close();
  await context.close();
});

const written = {
  name: "Asha",
  email: "asha@example.com",
  message: "Robert'); drop table product;--\n<script>1</script>",
};

test("a guest's message is saved as typed, and the response has the text for an alert (D93)", async () => {
  const answer = await api.call(sendMessage, { body: written });
  expect(answer.message).toMatch(/^Thank you for your message\./);
  expect(await context.db.select().from(contactMessage)).toMatchObject([
    { ...written, receivedAt: context.now(), answeredAt: null },
  ]);
});

test("a message with the same idempotency key is saved once and notifies the owner once (§2.12)", async () => {
  const send = (body: object, key?: string) =>
    api.inject({
      method: "POST",
      url: "/api/contact",
      body,
      headers: key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key },
    });
  const five = await Promise.all([1, 2, 3, 4, 5].map(() => send(written, "one")));
  for (const { status, body } of five) expect([status, body]).toEqual([200, five[0]?.body]);
  const listSaved = () => context.db.select().from(contactMessage);
  expect(await listSaved()).toHaveLength(1);
  await context.settle();
  expect(noticed).toHaveLength(1);
  await send({ ...written, message: "And to Goa?" }, "one");
  await send(written, "two");
  await send(written);
  await send(written);
  expect(await listSaved()).toHaveLength(5);
});

test("one IP address can send ten messages an hour, and then one every six minutes", async () => {
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

test("the newsletter has one row for each e-mail address, with the time of its first consent (§2.3, D80)", async () => {
  const consentedAt = context.now();
  const first = await api.call(subscribe, { body: { email: "Asha@Example.com" } });
  context.clock.advance(MINUTE);
  const again = await api.call(subscribe, { body: { email: "asha@example.com" } });
  expect(again).toEqual(first);
  expect(await context.db.select().from(newsletterSubscriber)).toEqual([
    { emailKey: "asha@example.com", email: "Asha@Example.com", consentedAt },
  ]);
});

test("an answer to a message is mailed once, after a confirmation, and stored with the message", async () => {
  await api.call(sendMessage, { body: { ...written, email: "Asha@example.com" } });
  const [{ id } = { id: "" }] = await context.db.select().from(contactMessage);
  const words = "Yes, on both sides.";
  await expect(say("messages answer", { id, words })).rejects.toThrow(
    "Send this answer to Asha <Asha@example.com>?",
  );
  expect(await context.db.select().from(contactMessage)).toMatchObject([{ answer: null, answeredAt: null }]);
  await context.settle();
  expect(answered).toEqual([]);

  await say("messages answer", { id, words }, {}, true);
  expect(await context.db.select().from(contactMessage)).toMatchObject([
    { answer: words, answeredAt: context.now() },
  ]);
  await context.settle();
  expect(answered).toEqual([id]);
  expect((await say("messages list", {}, { all: "on", from: "ASHA@example.com" })).rows).toHaveLength(1);
  expect((await say("messages list", {}, { all: "on", from: "ravi@example.com" })).rows).toHaveLength(0);

  await expect(say("messages answer", { id, words }, {}, true)).rejects.toThrow("answered on");
  await expect(say("messages answer", { id, words: "  " }, {}, true)).rejects.toThrow(
    "The answer needs 1 to 5000 characters",
  );
  await expect(say("messages answer", { id: "x", words }, {}, true)).rejects.toThrow('no message "x"');
});

async function say(
  words: string,
  args: Record<string, string> = {},
  options: Record<string, string> = {},
  confirmed = false,
) {
  const match = contactCommands.find(({ noun, verb }) => `${noun} ${verb}` === words);
  if (!match) throw new Error(`no command ${words}`);
  return match.run(context, { args, options, folder: "/", confirmed });
}

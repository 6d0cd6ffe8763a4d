import * as v from "valibot";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { defineEvent } from "#contract/event.ts";
import { type Delivery, defineSubscriber } from "../../platform/outbox/subscriber.ts";
import { outbox as rowsTable } from "../../platform/database/tables.ts";
import { createTestContext, type TestContext } from "./database.ts";

export const cupSold = defineEvent("cup.sold", v.object({ cup: v.string() }));

export const cupBroken = defineEvent("cup.broken", v.object({ cup: v.string() }));

export const LONG_TIMEOUT = { timeout: 30_000 };

export const heard: string[] = [];

export const deliveries: Delivery[] = [];

let failures = 0;

/** So many deliveries of the thank-you mail fail from now on. */
export function failNext(times: number): void {
  failures = times;
}

export const subscribers = [
  defineSubscriber(cupSold, "shelf.reorder", async (_context, { cup }, delivery) => {
    heard.push(`reorder ${cup}`);
    deliveries.push(delivery);
  }),
  defineSubscriber(cupSold, "mail.thank", async (_context, { cup }) => {
    heard.push(`thank ${cup}`);
    if (failures-- > 0) throw new Error("the post is closed");
  }),
];

export let context: TestContext;

/** Opens an outbox with a few subscribers before each test. */
export function setUpOutbox(): void {
  // Files that share a process share this module: each opens a context of its own.
  beforeAll(async () => {
    context = await createTestContext({ subscribers });
  });
  beforeEach(async () => {
    heard.length = 0;
    deliveries.length = 0;
    failures = 0;
    await context.wipe();
  });
  afterAll(() => context.close());
}

export const publishSold = (cup: string) =>
  context.transact((tx) => context.outbox.publish(tx, cupSold, { cup }));

export const readRows = () => context.db.select().from(rowsTable);

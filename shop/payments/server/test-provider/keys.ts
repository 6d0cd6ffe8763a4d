import { type Context, defineState } from "#platform/context.ts";
import { generateSecret } from "#platform/ids.ts";
import { testPaymentKey } from "./tables.ts";

/** The header with the signature: the HMAC-SHA256 of the raw body, in hex. */
export const SIGNATURE_HEADER = "x-test-payments-signature";

type TestKeys = typeof testPaymentKey.$inferSelect;

const cachedKeys = defineState<TestKeys | null>("test-payments.keys", null);

export async function readTestKeys(context: Context): Promise<TestKeys> {
  const cached = cachedKeys.get(context);
  if (cached) return cached;
  const { db, now } = context;
  const newKeys = { id: "shop", apiKey: generateSecret(), webhookSecret: generateSecret(), createdAt: now() };
  await db.insert(testPaymentKey).values(newKeys).onConflictDoNothing();
  const [keys = newKeys] = await db.select().from(testPaymentKey);
  cachedKeys.set(context, keys);
  return keys;
}

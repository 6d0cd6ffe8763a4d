import { type Context, defineService } from "#platform/context.ts";
import { generateSecret } from "#platform/ids.ts";
import { testPaymentKey } from "./tables.ts";

/** The header with the signature: the HMAC-SHA256 of the raw body, in hex. */
export const SIGNATURE_HEADER = "x-test-payments-signature";

type TestKeys = typeof testPaymentKey.$inferSelect;

const testKeyService = defineService("test-payments.keys", () => ({ keys: null as TestKeys | null }));

export async function readTestKeys({ db, now, service }: Context): Promise<TestKeys> {
  const cached = service(testKeyService);
  if (cached.keys) return cached.keys;
  const newKeys = { id: "shop", apiKey: generateSecret(), webhookSecret: generateSecret(), createdAt: now() };
  await db.insert(testPaymentKey).values(newKeys).onConflictDoNothing();
  const [keys = newKeys] = await db.select().from(testPaymentKey);
  cached.keys = keys;
  return keys;
}

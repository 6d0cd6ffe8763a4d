import { type Context, defineService } from "#platform/context.ts";
import { generateSecret } from "#platform/ids.ts";
import { testPaymentKey } from "./tables.ts";

/** The header with the signature: the HMAC-SHA256 of the raw body, in hex. */
export const SIGNATURE_HEADER = "x-test-payments-signature";

interface TestKeys {
  apiKey: string;
  webhookSecret: string;
}

const testKeyService = defineService("test-payments.keys", () => ({ keys: null as TestKeys | null }));

export async function readTestKeys({ db, now, service }: Context): Promise<TestKeys> {
  const cached = service(testKeyService);
  if (cached.keys) return cached.keys;
  const newKeys = { id: "shop", apiKey: generateSecret(), webhookSecret: generateSecret(), createdAt: now() };
  await db.insert(testPaymentKey).values(newKeys).onConflictDoNothing();
  const [row] = await db.select().from(testPaymentKey);
  const keys = {
    apiKey: row?.apiKey ?? newKeys.apiKey,
    webhookSecret: row?.webhookSecret ?? newKeys.webhookSecret,
  };
  cached.keys = keys;
  return keys;
}

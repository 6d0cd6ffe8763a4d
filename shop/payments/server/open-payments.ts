import type { Context } from "#platform/context.ts";
import { type PaymentProvider, ProviderUnavailable } from "./provider.ts";
import { testPayments } from "./test-payments.ts";

interface Opened {
  provider: PaymentProvider;
  /** Where this process listens, for those on the same machine: `http://127.0.0.1:3000`. */
  selfUrl: string;
}

const opened = new WeakMap<Context, Opened>();

/** Chooses the provider, once the shop listens. Until then payments say that they are unavailable. */
export function openPayments(context: Context, { port }: { port: number }): void {
  if (!context.config.testPayments) return;
  const selfUrl = `http://${ownAddress(context.config.host)}:${port}`;
  opened.set(context, { selfUrl, provider: testPayments(context, selfUrl) });
}

/** "Every address of this machine" is where to listen, not whom to ask. */
function ownAddress(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** @throws ProviderUnavailable before `openPayments`. */
export const providerOf = (context: Context): PaymentProvider => openedOf(context).provider;

/** @throws ProviderUnavailable before `openPayments`. */
export const selfUrlOf = (context: Context): string => openedOf(context).selfUrl;

function openedOf(context: Context): Opened {
  const found = opened.get(context);
  if (!found) throw new ProviderUnavailable("No payment provider is open.");
  return found;
}

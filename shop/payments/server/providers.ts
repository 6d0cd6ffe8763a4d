import { type Context, defineState } from "#platform/context.ts";
import { defineTimer } from "#platform/observe/counts.ts";
import type { ProviderName } from "../payment.ts";
import { type PaymentProvider, ProviderUnavailable } from "./provider.ts";
import type { PaymentRow } from "./tables.ts";
import { createRazorpayPayments } from "./razorpay/payments.ts";
import { createTestPayments } from "./test-provider/test-payments.ts";

interface OpenedProviders {
  providers: ReadonlyMap<string, PaymentProvider>;
  selfUrl: string;
}

/** Null before `openPayments`. */
const { get: getOpened, set: setOpened } = defineState<OpenedProviders | null>("payments", null);

/** Opens the payment providers that are set up. Call it when the port of the server is known. */
export function openPayments(context: Context, { port }: { port: number }): void {
  const { razorpay, testPayments: isTesting, host } = context.config;
  const selfUrl = `http://${buildOwnAddress(host)}:${port}`;
  const providers = [
    razorpay && createRazorpayPayments(razorpay, context.now),
    isTesting && createTestPayments(context, selfUrl),
  ].filter((provider) => provider !== null && provider !== false);
  setOpened(context, {
    selfUrl,
    providers: new Map(providers.map((provider) => [provider.name, timeCalls(provider)])),
  });
}

/** Returns the server's address for clients on this machine. The addresses 0.0.0.0 and :: are only for listening. */
function buildOwnAddress(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** Returns the provider of new payments. @throws ProviderUnavailable before `openPayments`, or if none is set up */
export function getProvider(context: Context): PaymentProvider {
  const [first] = getOpened(context)?.providers.values() ?? [];
  if (!first)
    throw new ProviderUnavailable(
      "No payment provider is set up, so orders cannot be paid online. Enter the keys of Razorpay in .env, then start the shop again.",
    );
  return first;
}

export const openProvider = (context: Context, name: ProviderName): PaymentProvider | null =>
  getOpened(context)?.providers.get(name) ?? null;

export const listLateProviders = (context: Context): ProviderName[] =>
  [...(getOpened(context)?.providers.values() ?? [])]
    .filter(({ closesSessions }) => !closesSessions)
    .map(({ name }) => name);

/** Returns the provider of an existing payment. @throws ProviderUnavailable if it is not set up, or not open yet */
export function getProviderOfPayment(context: Context, { provider: name }: { provider: string | null }) {
  const provider = getOpened(context)?.providers.get(name ?? "");
  if (provider) return provider;
  throw new ProviderUnavailable(
    name === "test" && getOpened(context)
      ? "The test provider is switched off. No real money was paid with it."
      : `The payment provider ${name ?? ""} is not set up.`,
  );
}

export type StartedPayment = PaymentRow & { sessionId: string };

/** True if the payment has a session. A session of the test provider ends when that provider is switched off. */
export const hasSession = (context: Context, row: PaymentRow): row is StartedPayment =>
  row.sessionId !== null && !(row.provider === "test" && getOpened(context)?.providers.has("test") === false);

/** Returns the URL of this server on its own machine. @throws ProviderUnavailable before `openPayments` */
export function getSelfUrl(context: Context): string {
  const openedPayments = getOpened(context);
  if (!openedPayments) throw new ProviderUnavailable("The server has not started yet.");
  return openedPayments.selfUrl;
}

const calls = defineTimer(
  "shop_provider_call_duration_seconds",
  "Duration of calls to the payment provider.",
  ["provider", "call", "outcome"],
  [0.05, 0.1, 0.3, 1, 3, 8],
);

function timeCalls(provider: PaymentProvider): PaymentProvider {
  const time =
    <In extends unknown[], Out>(call: string, callProvider: (...input: In) => Promise<Out>) =>
    (...input: In): Promise<Out> =>
      calls.time(
        () => callProvider(...input),
        (cause) => ({ provider: provider.name, call, outcome: getOutcome(cause) }),
      );
  return {
    ...provider,
    createSession: time("create-session", provider.createSession),
    fetchState: time("fetch-state", provider.fetchState),
    closeSession: time("close-session", provider.closeSession),
    refund: time("refund", provider.refund),
  };
}

function getOutcome(cause: unknown): string {
  if (cause === undefined) return "answered";
  return cause instanceof ProviderUnavailable ? "unavailable" : "failed";
}

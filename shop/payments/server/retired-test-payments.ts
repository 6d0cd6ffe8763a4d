import { type ProviderSessionRef, type PaymentProvider, ProviderUnavailable } from "./provider.ts";

/**
 * Stands in for the test provider once it is switched off: its windows are gone, so no one pays there any more and
 * what is unpaid simply lapses.
 */
export const retiredTestPayments: PaymentProvider = {
  name: "test",
  closesSessions: true,
  createSession: () => rejectRetired(),
  describeWindow: ({ address }) => ({ provider: "test", window: address ?? "" }),
  provesReturn: () => false,
  fetchState: async (session: ProviderSessionRef) => ({ ...session, fact: null }),
  closeSession: async (session: ProviderSessionRef) => ({ ...session, fact: "expired" }),
  refund: () => rejectRetired(),
  readWebhook: async () => "forged",
};

const rejectRetired = (): Promise<never> =>
  Promise.reject(
    new ProviderUnavailable("The test provider is switched off, and no real money was ever there."),
  );

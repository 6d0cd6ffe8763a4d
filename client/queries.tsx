import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#contract/errors.ts";

const RETRIES = 2;

/** One memory for what account pages fetch; it comes with their code, so the storefront does not carry it. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is an answer; only silence and the shop's own trouble are asked again.
      retry: (times, failure) =>
        times < RETRIES && failure instanceof ApiError && (failure.status === 0 || failure.status >= 500),
    },
  },
});

/** Lets the pages inside fetch, keep and re-fetch what belongs to the customer. */
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** The session is over: the next customer of this browser sees nothing of this one. */
export const forgetQueries = (): void => client.clear();

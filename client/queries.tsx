import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#contract/errors.ts";
import { SECOND } from "#contract/time.ts";

const RETRIES = 2;
const FETCH_AGAIN_MS = 15 * SECOND;

/** One memory for what account pages fetch; it comes with their code, so the storefront does not carry it. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is an answer; only the shop's own trouble is asked again. The call itself repeats a read without one.
      retry: (times, failure) => times < RETRIES && failure instanceof ApiError && failure.status >= 500,
      // Outdated data that could not be fetched again: the page becomes current once the network does.
      refetchInterval: ({ state: { data, error } }) =>
        data !== undefined && error instanceof ApiError && error.status === 0 && FETCH_AGAIN_MS,
    },
  },
});

/** Lets the pages inside fetch, keep and re-fetch what belongs to the customer. */
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** The session is over: the next customer of this browser sees nothing of this one. */
export const forgetQueries = (): void => client.clear();

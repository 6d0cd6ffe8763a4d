import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#contract/errors.ts";
import { SECOND } from "#contract/time.ts";

const RETRIES = 2;
const FETCH_AGAIN_MS = 15 * SECOND;

/** The query cache of account pages; loaded with their code, so that the storefront does not include it. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Only server errors are retried, not refusals. The call itself retries a read without a response.
      retry: (times, failure) => times < RETRIES && failure instanceof ApiError && failure.status >= 500,
      // Data that could not be refreshed is loaded again regularly until the network works.
      refetchInterval: ({ state: { data, error } }) =>
        data !== undefined && error instanceof ApiError && error.status === 0 && FETCH_AGAIN_MS,
    },
  },
});

/** Provides the query cache for pages that show the customer's data. */
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** Cleared when the session ends, so that the next customer of this browser sees none of its data. */
export const forgetQueries = (): void => client.clear();

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#contract/errors.ts";
import { SECOND } from "#contract/time.ts";

const RETRIES = 2;
const FETCH_AGAIN_MS = 15 * SECOND;

/** The query cache for account pages. It is loaded with their code, so the storefront's bundle does not contain it. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Retries only server errors, because other errors are final. `call` already retries calls without a response.
      retry: (times, failure) => times < RETRIES && failure instanceof ApiError && failure.status >= 500,
      // After a network error, requests outdated data again at intervals until a request succeeds.
      refetchInterval: ({ state: { data, error } }) =>
        data !== undefined && error instanceof ApiError && error.status === 0 && FETCH_AGAIN_MS,
    },
  },
});

/** Provides the query cache for pages that show the customer's data. */
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** Clears the cache when the session ends, so that it contains no data for the next customer in this browser. */
export const forgetQueries = (): void => client.clear();

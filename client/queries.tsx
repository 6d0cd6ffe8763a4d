import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { ApiError } from "#contract/errors.ts";
import { SECOND } from "#contract/time.ts";

const RETRIES = 2;
const FETCH_AGAIN_MS = 15 * SECOND;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Retries a call only after a server error. `call` itself retries after a network error; other errors are final.
      retry: (times, failure) => times < RETRIES && failure instanceof ApiError && failure.status >= 500,
      // Refetches the query after a network error until it succeeds, if there is older data to show.
      refetchInterval: ({ state: { data, error } }) =>
        data !== undefined && error instanceof ApiError && error.status === 0 && FETCH_AGAIN_MS,
    },
  },
});

export const withQueries = <Props extends object>(Component: ComponentType<Props>) =>
  function WithQueries(props: Props) {
    return (
      <QueryClientProvider client={client}>
        <Component {...props} />
      </QueryClientProvider>
    );
  };

/** Call this when the session ends, because another customer may use this browser next. */
export const forgetQueries = (): void => client.clear();

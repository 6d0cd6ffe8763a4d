import type { Call } from "#contract/endpoint-call.ts";
import { ApiError, type PlainError } from "#contract/errors.ts";
import type { Params } from "#contract/match-path.ts";
import { type LoaderArgs, withStatus } from "./router/page.ts";
import { usePageState } from "./router/react.tsx";

interface Failed {
  failed: PlainError;
}

/** A value in a page's data: loaded, still loading, or failed. `<Loaded>` renders it. */
export type Loading<T> = T | Promise<T> | Failed;

type LoadingData<D> = { [Name in keyof D]: Loading<Awaited<D[Name]>> };

/** The data passed to a page's `head`. A value is undefined while it is loading, or if it failed. */
export type LoadedData<L> = L extends (...args: never[]) => Promise<infer D>
  ? { [Name in keyof D]: Exclude<Awaited<D[Name]>, Failed> | undefined }
  : never;

/**
 * Creates the loader of a page from its calls: `createPageLoader(({ call, url }) => ({ products: call(…) }))`. The
 * server waits for all calls. The browser opens the page at once, and `<Loaded>` shows each result when it arrives.
 * Await a call only if the page needs its result to open or to redirect.
 */
export const createPageLoader =
  <D extends Record<string, unknown>>(
    load: (request: { call: Call; params: Params; url: URL }) => D | Promise<D>,
  ) =>
  async ({ params, url, signal, ...shop }: LoaderArgs): Promise<LoadingData<D>> => {
    const call: Call = (endpoint, input, callSignal) => shop.call(endpoint, input, callSignal ?? signal);
    const request = await load({ call, params, url });
    return import.meta.env.SSR ? awaitEach(request) : ignoreRejections(request);
  };

export const usePageData = <L extends (...args: never[]) => unknown>(): Awaited<ReturnType<L>> =>
  usePageState().data as Awaited<ReturnType<L>>;

export const isFailed = (value: unknown): value is Failed =>
  typeof value === "object" && value !== null && "failed" in value;

export const restoreError = ({ failed }: Failed): ApiError => new ApiError(failed.status, failed);

/** The page gets the HTTP status of the first failed call. */
async function awaitEach<D extends Record<string, unknown>>(request: D): Promise<LoadingData<D>> {
  let status = 200;
  const entries = await Promise.all(
    Object.entries(request).map(async ([name, value]) => {
      try {
        return [name, await value] as const;
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        if (status === 200) status = cause.status;
        return [name, { failed: cause.toPlain() }] as const;
      }
    }),
  );
  const loadings = Object.fromEntries(entries) as LoadingData<D>;
  return status === 200 ? loadings : (withStatus(loadings, status) as unknown as LoadingData<D>);
}

/** Prevents console warnings about a promise that rejects before the page handles it. */
function ignoreRejections<D extends Record<string, unknown>>(request: D): LoadingData<D> {
  for (const value of Object.values(request)) if (value instanceof Promise) value.catch(() => {});
  return request as LoadingData<D>;
}

import type { Call } from "#contract/endpoint-call.ts";
import { ApiError, type PlainError } from "#contract/errors.ts";
import type { Params } from "#contract/match-path.ts";
import { type LoaderArgs, withStatus } from "./router/page.ts";
import { usePageState } from "./router/react.tsx";

interface LoadRequest {
  call: Call;
  params: Params;
  url: URL;
}

/** An expected error in the data of a page. */
interface Failed {
  failed: PlainError;
}

/** Data of a page: loaded, loading or failed. `<Loaded>` renders each state. */
export type Loading<T> = T | Promise<T> | Failed;

type Loadings<D> = { [Name in keyof D]: Loading<Awaited<D[Name]>> };

/** The input of a page's `head`: all loaded data. A value is undefined while it is loading or if it failed. */
export type LoadedData<L> = L extends (...args: never[]) => Promise<infer D>
  ? { [Name in keyof D]: Exclude<Awaited<D[Name]>, Failed> | undefined }
  : never;

/**
 * Creates a page's loader from its calls: `createPageLoader(({ call, url }) => ({ products: call(…) }))`. The server
 * waits for all of them; the browser opens the page at once, and `<Loaded>` shows each when it is ready. Await a call
 * inside the loader if the page needs it to open or to redirect.
 */
export const createPageLoader =
  <D extends Record<string, unknown>>(load: (request: LoadRequest) => D | Promise<D>) =>
  async ({ params, url, signal, ...shop }: LoaderArgs): Promise<Loadings<D>> => {
    const call: Call = (endpoint, input, callSignal) => shop.call(endpoint, input, callSignal ?? signal);
    const request = await load({ call, params, url });
    return import.meta.env.SSR ? awaitEach(request) : ignoreRejections(request);
  };

/** Returns the data of the current page, typed by its loader. */
export const usePageData = <L extends (...args: never[]) => unknown>(): Awaited<ReturnType<L>> =>
  usePageState().data as Awaited<ReturnType<L>>;

export const isFailed = (value: unknown): value is Failed =>
  typeof value === "object" && value !== null && "failed" in value;

export const restoreError = ({ failed }: Failed): ApiError => new ApiError(failed.status, failed);

/** Waits for everything, on the server. The page's status is that of the first part that failed. */
async function awaitEach<D extends Record<string, unknown>>(request: D): Promise<Loadings<D>> {
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
  const loadings = Object.fromEntries(entries) as Loadings<D>;
  return status === 200 ? loadings : (withStatus(loadings, status) as unknown as Loadings<D>);
}

/** An error that arrives before the page is handled by the page, so the console does not report it. */
function ignoreRejections<D extends Record<string, unknown>>(request: D): Loadings<D> {
  for (const value of Object.values(request)) if (value instanceof Promise) value.catch(() => {});
  return request as Loadings<D>;
}

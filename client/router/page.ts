import type { ComponentType } from "react";
import { ApiError } from "#contract/errors.ts";
import type { RenderContext } from "#contract/page.ts";
import type { PageName } from "#contract/page-paths.ts";
import type { PageHead, Site } from "../head-tags.ts";
import type { FindRoute, Match, Params } from "#contract/match-path.ts";

export interface LoaderArgs extends RenderContext {
  params: Params;
  url: URL;
  /** Aborts when another navigation replaces this one. */
  signal: AbortSignal;
}

/** Runs before a page is shown. Returns the data of the page, `redirectTo(…)` or `withStatus(…)`. */
export type Loader = (args: LoaderArgs) => unknown;

export interface PageModule {
  Component: ComponentType;
  loader?: Loader;
  head: (data: never, url: URL, shop: Site) => PageHead;
}

export interface Route {
  page: PageName | null;
  /** The path of the page's source file. The server uses it to look up which built files to preload. */
  src: string;
  load: () => Promise<PageModule>;
}

export type FindPage = FindRoute<Route>;

/** A page and its data. If `failed` is true, the error page is rendered instead. */
export interface PageState extends Match<Route> {
  module: PageModule | null;
  data: unknown;
  failed: boolean;
  /** True if a retry may succeed, because the page's code or the shop was unreachable. */
  unreachable?: boolean;
}

export interface LoadedPage {
  pageState: PageState;
  status: number;
  error?: unknown;
}

export class Redirect {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}

export const redirectTo = (to: string): Redirect => new Redirect(to);

class DataWithStatus {
  readonly data: unknown;
  readonly status: number;
  constructor(data: unknown, status: number) {
    this.data = data;
    this.status = status;
  }
}

export const withStatus = (data: unknown, status: number): DataWithStatus => new DataWithStatus(data, status);

const modules = new WeakMap<Route["load"], PageModule>();

/** Caches the module, because even a cached `import()` takes time in the browser. */
export async function loadModule({ load }: Route): Promise<PageModule> {
  const existing = modules.get(load);
  if (existing) return existing;
  const module = await load();
  modules.set(load, module);
  return module;
}

/** Never rejects. */
export async function loadPage(
  { route, params }: Match<Route>,
  args: Omit<LoaderArgs, "params">,
): Promise<LoadedPage | Redirect> {
  const missing = { route, params, module: null, data: null, failed: true };
  let module: PageModule | null = null;
  try {
    module = await loadModule(route);
    const loaded = (await module.loader?.({ ...args, params })) ?? null;
    if (loaded instanceof Redirect) return loaded;
    const { data, status } = loaded instanceof DataWithStatus ? loaded : { data: loaded, status: 200 };
    return { pageState: { route, params, module, data, failed: false }, status };
  } catch (error) {
    const refused = error instanceof ApiError ? error.status : null;
    const unreachable = !module || refused === 0;
    // If the shop is temporarily unavailable, the page gets the status 503, so that search engines keep its URL (T27).
    const status = refused === 503 ? 503 : 500;
    return { pageState: { ...missing, unreachable }, status, error };
  }
}

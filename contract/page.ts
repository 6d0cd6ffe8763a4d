import type { Endpoint } from "./endpoint.ts";
import type { Call } from "./endpoint-call.ts";
import type { PlainError } from "./errors.ts";
import type { FormResult } from "./form.ts";

/** A placeholder on error pages, which the server replaces with the request id. */
export const REFERENCE = "{reference}";

/** The parts of a server-rendered page, which replace the placeholders of index.html. */
export interface RenderedPage {
  status: number;
  head: string;
  app: string;
  /** Results of the route loaders, as JSON that is safe inside a script element. */
  data: string;
  /** Source files of the page's code, whose styles and scripts are preloaded. */
  modules: string[];
  error?: unknown;
}

export interface Redirection {
  status: number;
  redirect: string;
}

export type CallResult = { body: unknown } | { refused: PlainError };

/** Calls the shop's API during server rendering, without a customer's session. */
export type AnswerCall = (endpoint: Pick<Endpoint, "method" | "path">, input: unknown) => Promise<CallResult>;

export interface RenderContext {
  call: Call;
  /** The public origin without a trailing slash. */
  publicUrl: string;
}

/** Renders the page at a URL. The page may contain personal data only if it shows the result of a form (`posted`). */
export type Render = (
  url: string,
  renderContext: RenderContext,
  posted?: FormResult,
) => Promise<RenderedPage | Redirection>;

export interface WebBuild {
  render: Render;
  /** Returns the function with which pages call the API. It parses responses and throws errors, as in the browser. */
  toCall(answerCall: AnswerCall): Call;
}

export interface SitemapProduct {
  _id: string;
  category: string;
  subcategory: string;
  collection?: string | undefined;
  /** The time of the owner's last change in ISO 8601. */
  changedAt?: string | undefined;
}

/** Functions of the web build for the main process. Pages are rendered in other threads. */
export interface WebAddresses {
  hasPage: (url: string) => boolean;
  writeRobots: (publicUrl: string) => string;
  /** Returns /sitemap.xml, or one part (/sitemap-1.xml) if there are too many URLs; null if the part does not exist. */
  writeSitemap: (publicUrl: string, products: readonly SitemapProduct[], part?: number) => string | null;
}

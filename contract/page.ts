import type { Endpoint } from "./endpoint.ts";
import type { Call } from "./endpoint-call.ts";
import type { PlainError } from "./errors.ts";
import type { FormResult } from "./form.ts";

/** A placeholder on error pages, which the server replaces with the request id. */
export const REFERENCE = "{reference}";

export const OUR_MISTAKE = "This is our mistake, and we've been notified. Your bag is safe.";

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

/** Executes an API call during server rendering, without a customer's session. */
export type AnswerCall = (endpoint: Pick<Endpoint, "method" | "path">, input: unknown) => Promise<CallResult>;

export interface RenderContext {
  call: Call;
  /** The public origin without a trailing slash. */
  publicUrl: string;
}

/** Renders the page at a URL as a guest sees it. Only the result of a form (`posted`) may contain personal data. */
export type Render = (
  url: string,
  renderContext: RenderContext,
  posted?: FormResult,
) => Promise<RenderedPage | Redirection>;

export interface WebBuild {
  render: Render;
  /** Wraps `answerCall` so that it parses responses and throws errors, as `call` does in the browser. */
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

/** The functions of the web build that the main process calls. Pages are rendered in worker threads. */
export interface WebAddresses {
  hasPage: (url: string) => boolean;
  writeRobots: (publicUrl: string) => string;
  /** Returns /sitemap.xml, or one part (/sitemap-1.xml) if there are too many URLs; null if the part does not exist. */
  writeSitemap: (publicUrl: string, products: readonly SitemapProduct[], part?: number) => string | null;
}

import type { Endpoint } from "./endpoint.ts";
import type { Call } from "./endpoint-call.ts";
import type { PlainError } from "./errors.ts";
import type { Posted } from "./form.ts";

/** Where a page that broke names the request that made it; the server writes that in its place. */
export const REFERENCE = "{reference}";

/** A page as the web build renders it for the server: what goes into the frame of index.html. */
export interface RenderedPage {
  status: number;
  /** Title, description, canonical address and the like. */
  head: string;
  /** The body of the page. */
  app: string;
  /** The loaders' data, as JSON that is safe inside a script element. */
  data: string;
  /** Source files of the page's code, so that its styles and scripts can be linked early. */
  modules: string[];
  /** What went wrong inside while the page was made, for the log; the page itself says only that something did. */
  error?: unknown;
}

export interface Redirection {
  status: number;
  redirect: string;
}

/** What the shop says to a page that is made on the server: an unread answer, or why there is none. */
export type Answered = { body: unknown } | { refused: PlainError };

/** Asks the shop on behalf of a page, as a guest. */
export type AnswerCall = (endpoint: Pick<Endpoint, "method" | "path">, input: unknown) => Promise<Answered>;

/** What stands behind a page while it is made. */
export interface RenderContext {
  call: Call;
  /** Origin customers use, without a slash at the end: canonical addresses and shared links begin with it. */
  publicUrl: string;
}

/** From an address to a page. Pages hold nothing personal, but for the answer to a form that was posted. */
export type Render = (
  url: string,
  renderContext: RenderContext,
  posted?: Posted,
) => Promise<RenderedPage | Redirection>;

/** What the web build gives the thread that makes pages. */
export interface WebBuild {
  render: Render;
  /** Reads answers as the browser does, with the errors of the pages. */
  toCall(answerCall: AnswerCall): Call;
}

/** What a sitemap says of a product. */
export interface SitemapProduct {
  _id: string;
  category: string;
  subcategory: string;
  collection?: string | undefined;
  /** As a text of ISO 8601. */
  createdAt: string;
}

/** What it gives the server itself, which needs no pages for it. */
export interface WebAddresses {
  /** Whether an address is that of a page; all others show the one that says there is none. */
  hasPage: (url: string) => boolean;
  /** The text of /robots.txt. */
  writeRobots: (publicUrl: string) => string;
  /**
   * The text of /sitemap.xml; where one file does not hold all addresses it names others, /sitemap-1.xml and so on,
   * which are the `part`s. Null for a part that there is not.
   */
  writeSitemap: (publicUrl: string, products: readonly SitemapProduct[], part?: number) => string | null;
}

import type { Endpoint } from "./endpoint.ts";
import type { Call } from "./endpoint-call.ts";
import type { PlainError } from "./errors.ts";
import type { Posted } from "./form.ts";

/** A placeholder on a page that broke; the server replaces it by the id of the request. */
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
  /** The error that broke the page, for the log; the page itself says only that something went wrong. */
  error?: unknown;
}

export interface Redirection {
  status: number;
  redirect: string;
}

/** The shop's reply to a page that is made on the server: an unread answer, or the reason there is none. */
export type Answered = { body: unknown } | { refused: PlainError };

/** Asks the shop on behalf of a page, as a guest. */
export type AnswerCall = (endpoint: Pick<Endpoint, "method" | "path">, input: unknown) => Promise<Answered>;

/** The surroundings of a page while it is made. */
export interface RenderContext {
  call: Call;
  /** Origin customers use, without a slash at the end: canonical addresses and shared links begin with it. */
  publicUrl: string;
}

/** Makes the page at an address. Pages hold nothing personal, but for the answer to a form that was posted. */
export type Render = (
  url: string,
  renderContext: RenderContext,
  posted?: Posted,
) => Promise<RenderedPage | Redirection>;

/** The web build's exports for the thread that makes pages. */
export interface WebBuild {
  render: Render;
  /** Reads answers as the browser does, with the errors of the pages. */
  toCall(answerCall: AnswerCall): Call;
}

/** A product as a sitemap lists it. */
export interface SitemapProduct {
  _id: string;
  category: string;
  subcategory: string;
  collection?: string | undefined;
  /** When its owner last changed it, as a text of ISO 8601; undefined where nobody knows any more. */
  changedAt?: string | undefined;
}

/** The web build's exports for the server itself, which needs no pages for them. */
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

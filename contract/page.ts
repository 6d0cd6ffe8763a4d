import type { Endpoint } from "./endpoint.ts";
import type { Call } from "./endpoint-call.ts";
import type { PlainError } from "./errors.ts";
import type { Posted } from "./form.ts";

/** A placeholder on an error page. The server replaces it with the id of the request. */
export const REFERENCE = "{reference}";

/** A page rendered by the web build, for the placeholders of index.html. */
export interface RenderedPage {
  status: number;
  /** Title, description, canonical URL and other tags of the head. */
  head: string;
  /** The body of the page. */
  app: string;
  /** Data of the loaders, as JSON that is safe inside a script element. */
  data: string;
  /** Source files of the page's code, used to preload its styles and scripts. */
  modules: string[];
  /** The error that the rendering threw, for the log. The page shows only a general message. */
  error?: unknown;
}

export interface Redirection {
  status: number;
  redirect: string;
}

/** The shop's response for a page that is rendered on the server: the raw body, or an error. */
export type Answered = { body: unknown } | { refused: PlainError };

/** Calls the shop's API for a page, as a guest. */
export type AnswerCall = (endpoint: Pick<Endpoint, "method" | "path">, input: unknown) => Promise<Answered>;

export interface RenderContext {
  call: Call;
  /** The public origin, without a trailing slash. Canonical URLs and shared links begin with it. */
  publicUrl: string;
}

/** Renders the page at a URL. The result contains no personal data, except after a posted form. */
export type Render = (
  url: string,
  renderContext: RenderContext,
  posted?: Posted,
) => Promise<RenderedPage | Redirection>;

/** The web build's exports for the rendering threads. */
export interface WebBuild {
  render: Render;
  /** Reads responses as the browser does, and throws the same errors. */
  toCall(answerCall: AnswerCall): Call;
}

export interface SitemapProduct {
  _id: string;
  category: string;
  subcategory: string;
  collection?: string | undefined;
  /** The time of the owner's last change in ISO 8601; undefined if unknown. */
  changedAt?: string | undefined;
}

/** The web build's exports for the server process, which does not render pages. */
export interface WebAddresses {
  /** True if a page exists at this URL. Other URLs show the 404 page. */
  hasPage: (url: string) => boolean;
  /** The text of /robots.txt. */
  writeRobots: (publicUrl: string) => string;
  /**
   * Returns the text of /sitemap.xml. A large sitemap is an index of parts, /sitemap-1.xml and so on. Returns null if
   * the part does not exist.
   */
  writeSitemap: (publicUrl: string, products: readonly SitemapProduct[], part?: number) => string | null;
}

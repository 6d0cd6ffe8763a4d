import type { Config } from "../config/config.ts";

/** Builds a Content-Security-Policy. It has no nonce, so pages can be cached. It allows external pictures (D23). */
const buildPolicy = (framedBy: "'none'" | "'self'", guests: Guests = {}): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
  ]
    .map((rule) => {
      const guest = guests[rule.split(" ")[0] as keyof Guests];
      return guest === undefined ? rule : `${rule} ${guest}`;
    })
    .join("; ");

type Guests = Partial<
  Record<"script-src" | "style-src" | "connect-src" | "frame-src" | "form-action", string>
>;

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(self)",
} as const;

export const pageHeaders = { ...everywhere, "content-security-policy": buildPolicy("'none'") } as const;

/** Adds the API's origin to the content security policy, for API calls and live updates (D90). */
export const withApi = (
  headers: Readonly<Record<string, string>>,
  apiUrl: string,
): Readonly<Record<string, string>> => ({
  ...headers,
  "content-security-policy": (headers["content-security-policy"] ?? "").replace(
    "connect-src 'self'",
    `connect-src 'self' ${apiUrl} ${apiUrl.replace("http", "ws")}`,
  ),
});

export const withInlineScripts = (
  headers: Readonly<Record<string, string>>,
  hashes: readonly string[],
): Readonly<Record<string, string>> => ({
  ...headers,
  "content-security-policy": (headers["content-security-policy"] ?? "").replace(/script-src [^;]*/, (rule) =>
    [rule, ...hashes.map((hash) => `'${hash}'`)].join(" "),
  ),
});

/** Returns the headers of a page with a third party's script, which may open a popup window. */
export const buildGuestPageHeaders = (guests: Guests) => ({
  ...pageHeaders,
  "content-security-policy": buildPolicy("'none'", guests),
  "cross-origin-opener-policy": "same-origin-allow-popups",
});

/** The headers of a page in a frame. The policy names `origin`: in WebKit, a sandboxed frame has no `'self'`. */
export const buildFramedPageHeaders = (origin: string) => ({
  ...everywhere,
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": buildPolicy("'self'").replaceAll("'self'", `'self' ${origin}`),
});

export const answerHeaders = {
  ...everywhere,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The headers of pictures, which mails and other sites may show. */
export const pictureHeaders = { ...answerHeaders, "cross-origin-resource-policy": "cross-origin" } as const;

function buildPlainPolicy(formTo = "'self'"): string {
  return `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data: https:; base-uri 'none'; form-action ${formTo}; frame-ancestors 'none'`;
}

export const plainPageHeaders = {
  ...everywhere,
  "cache-control": "no-store",
  "content-security-policy": buildPlainPolicy(),
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
} as const;

/** The headers of pages that are opened with a private link. Their scripts read the link's secret from the URL. */
export const linkPageHeaders = {
  ...plainPageHeaders,
  "content-security-policy": `${buildPlainPolicy()}; script-src 'self'; connect-src 'self'`,
} as const;

/**
 * The headers of a payment page. With `formTo`, the page may post a form to that origin. Without it, the page may
 * contain a frame of the shop.
 */
export const buildPaymentPageHeaders = (formTo?: string) => ({
  ...plainPageHeaders,
  "content-security-policy":
    formTo === undefined ? `${buildPlainPolicy()}; frame-src 'self'` : buildPlainPolicy(`'self' ${formTo}`),
});

export const getHttpsHeaders = ({ publicUrl }: Pick<Config, "publicUrl">): Record<string, string> =>
  publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {};

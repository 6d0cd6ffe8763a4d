import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html, type Html } from "#contract/html.ts";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "../context.ts";
import { createPageLimit, LINK_LIMIT } from "../limits/page-limit.ts";
import { allowLongRequest } from "../limits/slow-clients.ts";
import { createFrameworkRefusal, HttpRefusal } from "../http/envelope.ts";
import { readPlainForms } from "../http/json-bodies.ts";
import { PLAIN_FILES, sendPlainPage } from "./plain-page.ts";
import { linkPageHeaders } from "../http/security-headers.ts";
import { signLink } from "../http/signed-link.ts";

/** The script that opens a link page by the fragment of its address. */
export const LINK_SCRIPT = `${PLAIN_FILES}/open-link.js`;

/** The field of a form's body that has the link. */
const LINK_FIELD = "link";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Maximum size of a body in bytes, if one of its forms needs more than `bodyLimit`. */
    longestBody?: number;
  }
}

/** A page that shows what belongs to one signed link. */
interface LinkPage {
  /** Its address without a link: `/track`. */
  path: string;
  /** Above its heading. */
  above: string;
  title: string;
  longestFormBytes: number;
  /** Maximum total size of photographs in its forms, in bytes, for a valid link. */
  uploads?: { longestBytes: number; isOurs: (link: string) => boolean };
  /** HTML below the form that asks for the link. */
  more?: Html;
  /** Handles a posted form. A form that contains only the link opens it, which changes nothing. */
  answer(opened: OpenedLink): Promise<FastifyReply>;
  /** Handles a form that could not be processed; by default an error page is sent. */
  answerFailure?(opened: OpenedLink, cause: unknown): Promise<FastifyReply>;
}

export interface OpenedLink {
  request: FastifyRequest;
  reply: FastifyReply;
  link: string;
  form: URLSearchParams;
  /** Uploaded photographs of the form. */
  files: readonly File[];
}

/**
 * Builds the URL for a mail. The secret is in the fragment, which browsers do not send, so it is in no log, proxy or
 * Referer.
 */
export const buildLinkHref = (context: Context, path: string, purpose: string, text: string): string =>
  `${path}#${signLink(context, purpose, text)}`;

/** A button that opens a link page in the same way with and without scripts. */
export function renderLinkWay(href: string, label: string, look: "primary" | "secondary" | "quiet"): Html {
  const [path = "", link = ""] = href.split("#");
  return html`<form method="post" action="${path}">
    ${renderLinkField(link)}<button class="button ${look}">${label}</button>
  </form>`;
}

/** The link in a form of its page. */
export const renderLinkField = (link: string): Html =>
  html`<input type="hidden" name="${LINK_FIELD}" value="${link}" />`;

/**
 * Serves a page that needs a signed link. Its URL shows a form; a script posts the link from the fragment, and without
 * JavaScript the visitor pastes it. The link alone grants access, without a cookie, so the origin of the post does not
 * matter. Links mailed before 23 November 2026 contain the secret in the path and still work.
 */
export async function serveLinkPage(app: FastifyInstance, context: Context, page: LinkPage): Promise<void> {
  const limitLinks = createPageLimit(context.config, context.now, LINK_LIMIT);
  readPlainForms(app);
  if (page.uploads) readUploads(app, page.uploads, limitLinks);
  app.get(page.path, (_request, reply) => sendPlainPage(reply, 200, renderLanding(page), linkPageHeaders));
  const bodies = {
    bodyLimit: page.longestFormBytes,
    config: { longestBody: page.uploads?.longestBytes ?? page.longestFormBytes },
  };
  app.post(page.path, bodies, async (request, reply) => {
    const { form, files } = readPosted(request.body);
    const link = readTypedLink(form.get(LINK_FIELD) ?? "");
    // A payment provider's page leads back without one: the script has kept it.
    if (link === "") return reply.header("cache-control", "no-store").redirect(page.path, 303);
    const opened = { request, reply, link, form, files };
    try {
      limitLinks(request);
      return await page.answer(opened);
    } catch (cause) {
      if (!page.answerFailure) throw cause;
      return page.answerFailure(opened, cause);
    }
  });
  app.get(`${page.path}/:link`, async (request: OldRequest, reply) => {
    limitLinks(request);
    return page.answer({ request, reply, link: request.params.link, form: new URLSearchParams(), files: [] });
  });
  const redirectToFragment = (request: OldRequest, reply: FastifyReply) =>
    reply
      .header("cache-control", "no-store")
      .redirect(`${page.path}#${encodeURIComponent(readTypedLink(request.params.link))}`, 303);
  app.post(`${page.path}/:link`, redirectToFragment);
  // Some mail programs write "%23" for the "#" of a link.
  app.get(`${page.path}:link(^#.+$)`, redirectToFragment);
}

interface Posted {
  form: URLSearchParams;
  files: readonly File[];
}

function readPosted(body: unknown): Posted {
  if (body instanceof URLSearchParams) return { form: body, files: [] };
  return body instanceof FormData ? splitForm(body) : { form: new URLSearchParams(), files: [] };
}

const splitForm = (posted: FormData): Posted => ({
  form: new URLSearchParams(
    [...posted].filter((field): field is [string, string] => typeof field[1] === "string"),
  ),
  files: [...posted].flatMap(([, value]) => (typeof value === "string" || value.size === 0 ? [] : [value])),
});

/** Photographs are held in memory. */
const MOST_UPLOADS = 2;

/** A phone far from its mast sends a megabyte in eight seconds. */
const LONGEST_UPLOAD_MS = 3 * MINUTE;

/** More than a form of the shop has: each field costs the reader of the body some 10 µs, and more memory than its text. */
const MOST_PARTS = 30;

/** The field of the link is first, so that it is verified before a body of many megabytes is read. */
const FIRST_FIELD =
  /^--([^\r\n]{1,72})\r\ncontent-disposition: form-data; name="link"\r\n\r\n([^\r\n]*)\r\n/i;

const LONGEST_FIRST_FIELD = 2_048;

/** Accepts uploads for a valid link, a few at a time. Only the link is read from any other body. */
function readUploads(
  app: FastifyInstance,
  { longestBytes, isOurs }: NonNullable<LinkPage["uploads"]>,
  limit: (request: FastifyRequest) => void,
) {
  const underWay = new Set<FastifyRequest>();
  app.addHook("onRequest", async (request, reply) => {
    if (!request.headers["content-type"]?.startsWith("multipart/")) return;
    limit(request);
    reply.raw.once("close", () => underWay.delete(request));
  });
  app.addContentTypeParser(
    "multipart/form-data",
    async (request: FastifyRequest, payload: IncomingMessage) => {
      // The unread rest of the body is discarded after the response is sent.
      const chunks: AsyncIterator<Buffer> = payload.iterator({ destroyOnReturn: false });
      try {
        const start = await collect(chunks, LONGEST_FIRST_FIELD);
        const [, boundary = "", link = ""] = FIRST_FIELD.exec(start.toString("latin1")) ?? [];
        if (!isOurs(link)) return new URLSearchParams({ [LINK_FIELD]: link });
        if (underWay.size >= MOST_UPLOADS) throw createBusyRefusal();
        underWay.add(request);
        allowLongRequest(payload, LONGEST_UPLOAD_MS);
        const body = Buffer.concat([start, await collect(chunks, longestBytes)]);
        if (body.length > longestBytes) throw createFrameworkRefusal(413);
        return await readForm(request, body, boundary);
      } finally {
        await chunks.return?.();
      }
    },
  );
}

const createBusyRefusal = () =>
  new HttpRefusal(503, "busy", "Other photographs are on their way. Please try again in a moment.", {
    headers: { "retry-after": "10" },
  });

/** Reads on until there are more bytes than that, or no more. */
async function collect(chunks: AsyncIterator<Buffer>, bytes: number): Promise<Buffer<ArrayBuffer>> {
  const collected = [];
  for (let read = 0; read <= bytes;) {
    const { done, value } = await chunks.next();
    if (done) break;
    collected.push(value);
    read += value.length;
  }
  return Buffer.concat(collected);
}

async function readForm(
  { headers }: FastifyRequest,
  body: Buffer<ArrayBuffer>,
  boundary: string,
): Promise<FormData> {
  try {
    if (hasTooManyParts(body, `\r\n--${boundary}`)) throw new Error("too many parts");
    return await new Response(body, {
      headers: { "content-type": headers["content-type"] ?? "" },
    }).formData();
  } catch {
    throw new HttpRefusal(400, "validation", "That form could not be read. Please try again.");
  }
}

function hasTooManyParts(body: Buffer, boundary: string): boolean {
  let at = 0;
  for (let parts = 0; parts <= MOST_PARTS; parts++) {
    at = body.indexOf(boundary, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

type OldRequest = FastifyRequest<{ Params: { link: string } }>;

/** Reads a pasted link: its code or the full URL from the mail. */
const readTypedLink = (typed: string): string => typed.trim().replace(/^.*(?:[#/]|%23)/s, "");

const renderLanding = ({ path, above, title, more }: LinkPage) => ({
  title,
  script: LINK_SCRIPT,
  main: html`<div class="head">
      <p class="eyebrow">${above}</p>
      <h1>${title}</h1>
      <p class="lead" role="status" id="opening">Please paste the whole link from our mail here.</p>
    </div>
    <form class="part" method="post" action="${path}" id="open-link">
      <div class="field">
        <label for="link">Link from the mail</label
        ><input
          class="box"
          id="link"
          name="${LINK_FIELD}"
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
        />
      </div>
      <p><button class="button primary">Open</button></p>
    </form>
    ${more}`,
});

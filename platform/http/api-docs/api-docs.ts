import type { FastifyInstance } from "fastify";
import type { Route } from "../route.ts";
import type { ResponseCache } from "../../cache/response-cache.ts";
import { serveFixed } from "../serve-fixed.ts";
import { answerHeaders, pageHeaders } from "../security-headers.ts";
import { buildOpenApi, sharedResponses, type OpenApi, type Operation } from "./openapi.ts";
import { html, type Html } from "#contract/html.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { colours } from "#contract/colours.ts";

interface ApiDocs {
  routes: readonly Route[];
  publicUrl: string;
  responseCache: ResponseCache;
}

/**
 * Serves `/api/openapi.json` for programs and `/api/docs` for people, both generated from the bound routes. They change
 * only with the shop's version, so browsers cache and revalidate them.
 */
export function serveApiDocs(app: FastifyInstance, { routes, publicUrl, responseCache }: ApiDocs): void {
  const document = buildOpenApi(routes, publicUrl);
  const serve = (url: string, type: string, headers: Readonly<Record<string, string>>, body: string) =>
    serveFixed(app, responseCache, url, { type, headers, body });
  serve("/api/openapi.json", "application/json; charset=utf-8", answerHeaders, JSON.stringify(document));
  serve("/api/docs", "text/html; charset=utf-8", pageHeaders, renderApiPage(document).text);
  serve("/api/docs.css", "text/css; charset=utf-8", answerHeaders, apiPageStyles);
}

/** The API as an HTML page: every call with its input, its responses and its errors. */
const renderApiPage = (document: OpenApi): Html =>
  html`<!doctype html>
    <html lang="${SHOP_LOCALE}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>The calls of the shop</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <header>
          <h1>The calls of the shop</h1>
          <p>
            Every call the shop answers, made from the declarations that the server binds and the storefront
            uses. For programs: <a href="/api/openapi.json">openapi.json</a>.
          </p>
        </header>
        <nav aria-label="Groups">
          <ul>
            ${groupCalls(document).map(([tag]) => html`<li><a href="#${tag}">${tag}</a></li>`)}
          </ul>
        </nav>
        <main>
          <section id="any-call">
            <h2>What any call may answer</h2>
            <dl>${renderSharedResponses(document)}</dl>
          </section>
          ${groupCalls(document).map(
            ([tag, calls]) =>
              html`<section id="${tag}">
                <h2>${tag}</h2>
                ${calls.map(renderCall)}
              </section>`,
          )}
        </main>
      </body>
    </html>`;

interface DocumentedCall {
  method: string;
  path: string;
  operation: Operation;
}

function groupCalls(document: OpenApi): [string, DocumentedCall[]][] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return Object.entries(Object.groupBy(calls, ({ operation }) => operation.tags[0] ?? "shop")).map(
    ([tag, some]) => [tag, some ?? []],
  );
}

const renderCall = ({ method, path, operation }: DocumentedCall): Html =>
  html` <details>
    <summary>
      <b>${method}</b> <code>${path}</code>
      <span>${operation.summary}</span>${operation.security.length > 0 ? html` <i>signed in</i>` : ""}
    </summary>
    ${renderParameters(operation)}
    ${
      operation.requestBody
        ? html`<h3>Takes</h3>
            ${renderSchema(operation.requestBody.content["application/json"].schema)}`
        : ""
    }
    <h3>Answers</h3>
    <dl>${Object.entries(operation.responses).map(renderAnswer)}</dl>
  </details>`;

const renderParameters = ({ parameters: all }: Operation): Html =>
  all.length === 0
    ? html``
    : html`<h3>Parameters</h3>
        <ul>
          ${all.map(({ name, in: where, required }) => html`<li><code>${name}</code> in the ${where}${required ? "" : ", optional"}</li>`)}
        </ul>`;

const renderSharedResponses = (document: OpenApi): Html =>
  html`${Object.entries(sharedResponses).map(([name, { status }]) =>
    renderAnswer([String(status), document.components.responses[name] ?? { $ref: "" }]),
  )}`;

/** Renders a response. Responses that all calls share are shown once, at the top. */
const renderAnswer = ([status, response]: [string, Operation["responses"][string]]): Html => {
  if ("$ref" in response) return html``;
  const { description, content } = response;
  return html`<dt>${status}</dt>
    <dd>${description}${status === "200" && content ? renderContent(content) : ""}</dd>`;
};

const renderContent = (content: Record<string, { schema: unknown }>): Html =>
  html`${Object.values(content).map(({ schema }) => renderSchema(schema))}`;

const renderSchema = (value: unknown): Html => html`<pre>${JSON.stringify(value, null, 2)}</pre>`;

const apiPageStyles = `
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: ${colours.paper}; color: ${colours.ink}; font: 1rem/1.6 system-ui, sans-serif; }
h1, h2 { font-family: Georgia, serif; font-weight: 400; }
a { color: ${colours.turmeric}; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
details { border-top: 1px solid ${colours.sand}; }
summary { padding: .75rem 0; cursor: pointer; }
summary b { display: inline-block; min-width: 4.5em; font-size: .8rem; letter-spacing: .06em; }
summary span { color: ${colours.bark}; }
summary i { font-size: .8rem; color: ${colours.leaf}; }
summary:focus-visible, a:focus-visible { outline: 2px solid ${colours.turmeric}; outline-offset: 2px; }
pre { overflow: auto; padding: 1rem; background: ${colours.linen}; font-size: .8rem; line-height: 1.5; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
`;

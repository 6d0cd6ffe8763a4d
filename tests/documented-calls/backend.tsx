import { cleanup, render } from "@testing-library/react";
import { vi } from "vitest";
import { call } from "#client/api.ts";
import { interceptLinks } from "#client/links.tsx";
import { forgetQueries } from "#client/queries.tsx";
import { loadPage, Redirect } from "#client/router/page.ts";
import { createRouter } from "#client/router/router.ts";
import { findPage } from "../../web/routes.tsx";
import type { Shell } from "../../web/shell/shell-data.ts";
import { App } from "../../web/app.tsx";
import { settle } from "./settle.ts";

/** A response. An object or a list is sent as JSON, a string as text, and undefined as an empty body. */
export interface BackendResponse {
  status?: number;
  body?: unknown;
}

/** The responses of a backend, by the name of the call, such as `GET /api/orders/{orderId}`. */
export type Backend = Record<string, BackendResponse>;

export const messages: string[] = [];

export const requested: string[] = [];

/** The data that the header and the footer show. It is empty, because no server has rendered the page. */
const shell: Shell = {
  collections: null,
  offer: null,
  seller: null,
  scenes: [],
  year: 2026,
  publicUrl: location.origin,
};

/** Stubs `fetch` with responses of `backend`, or 404. After the call `turning` has succeeded, `after` has priority. */
export function serve(backend: Backend, turning = "", after: Backend = {}): void {
  const names = Object.keys({ ...backend, ...after }).map((name) => ({ name, fits: createMatcher(name) }));
  let now = backend;
  vi.stubGlobal("fetch", (address: string, { method }: { method: string }) => {
    const wanted = `${method} ${new URL(address, location.origin).pathname}`;
    requested.push(wanted);
    const name = names.find(({ fits }) => fits.test(wanted))?.name ?? "";
    const response = toResponse(now[name] ?? { status: 404, body: "<h1>Not Found</h1>" });
    if (name === turning && response.ok) now = { ...backend, ...after };
    return Promise.resolve(response);
  });
}

/** Returns a pattern for a call's method and path. `{orderId}` must not match a fixed part such as `list/`. */
const createMatcher = (name: string): RegExp =>
  new RegExp(`^${name.replace(/\?.*/, "").replaceAll(/\{\w+\}/g, "(?!user/|list/|listByCategory)[^/]+")}/?$`);

function toResponse({ status = 200, body }: BackendResponse): Response {
  if (body === undefined) return new Response(null, { status });
  if (typeof body === "string")
    return new Response(body, { status, headers: { "content-type": "text/plain" } });
  return Response.json(body, { status });
}

/** Opens the shop at an address, as if the server had sent a page without data. */
export async function visit(address: string, rounds?: number): Promise<void> {
  history.replaceState(null, "", address);
  const url = new URL(address, location.origin);
  const match = findPage(url.pathname);
  const renderContext = { call, publicUrl: location.origin };
  const arrival = await loadPage(match, { ...renderContext, url, signal: new AbortController().signal });
  if (arrival instanceof Redirect) throw new Error(`${address} leads to ${arrival.to}`);
  const router = createRouter({ find: findPage, renderContext, pageState: arrival.pageState });
  interceptLinks(router);
  render(<App router={router} shell={shell} posted={null} />);
  await settle(rounds);
}

/** Deletes everything that the browser has stored, so that the next visitor starts without data. */
export function leave(): void {
  cleanup();
  forgetQueries();
  localStorage.clear();
  sessionStorage.clear();
  messages.length = 0;
  requested.length = 0;
}

export const readScreen = (): string =>
  [document.body.textContent, ...listFieldValues(), ...messages, `at ${location.pathname}`].join("\n");

const listFieldValues = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].map(({ value }) => value);

/** Texts that a page must never show, not even after a wrong response. */
export const unreadable = /\bNaN\b|undefined|\[object |\bnull\b|This is our mistake|Invalid Date/;

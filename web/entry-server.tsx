import { renderToString } from "react-dom/server";
import type { Call } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import type { Render } from "#contract/page.ts";
import { headHtml } from "#lib/head.ts";
import { arrive, Redirect, type Shown } from "#lib/router/page.ts";
import { urlWithin } from "#lib/router/place.ts";
import { standStill } from "#lib/router/still.ts";
import { faultHead } from "./pages/fault.tsx";
import type { PageName } from "./route-paths.ts";
import { findPage } from "./routes.tsx";
import { arrived, headOf } from "./shell/page-head.ts";
import { readShell } from "./shell/read-shell.ts";
import { shopfrontOf, type Shell } from "./shell/shell-data.ts";
import { type PageData, ShopFront } from "./shop-front.tsx";
import { factsOf } from "./structured-data.ts";

export { writeRobots, writeSitemap } from "./crawlers.ts";

/** A redirection that is not for ever: what stands on a tile changes. */
const FOUND = 302;

/** Renders the page at an address as a guest sees it: nothing in it belongs to one visitor. */
export const render: Render = async (address, { call, publicUrl }, posted) => {
  const backstage = { call: inOwnWords(call), publicUrl };
  const url = urlWithin("http://shop", address);
  const match = findPage(url.pathname);
  const [shell, arrival] = await Promise.all([
    readShell(backstage),
    arrive(match, { ...backstage, url, signal: new AbortController().signal }),
  ]);
  if (arrival instanceof Redirect) return { redirect: arrival.to, status: FOUND };
  const { shown, status, fault } = arrival;
  const router = standStill(findPage, shown, url);
  const data: PageData = { shell, page: shown.data, failed: shown.failed, posted: posted ?? null };
  return {
    status,
    head: headOfPage(shown, shell, url),
    app: renderToString(<ShopFront router={router} shell={shell} posted={data.posted} />),
    data: JSON.stringify(data).replaceAll("<", String.raw`\u003c`),
    modules: [shown.route.src],
    // For the log; the visitor and the page's data hear one neutral word.
    ...(fault !== undefined && { fault }),
  };
};

export const hasPage = (address: string): boolean =>
  findPage(urlWithin("http://shop", address).pathname).route.page !== null;

/** The server's errors are made of its own class; in here they are told apart by ours. */
const inOwnWords =
  (call: Call): Call =>
  (endpoint, input, signal) =>
    call(endpoint, input, signal).catch((cause: unknown) => {
      if (!(cause instanceof Error) || cause.name !== "ApiError") throw cause;
      const { status, code, message } = cause as ApiError;
      throw new ApiError(status, { code, message });
    });

function headOfPage(shown: Shown, shell: Shell, url: URL): string {
  const shop = shopfrontOf(shell);
  if (shown.failed) return headHtml(faultHead, shop);
  const head = headOf(shown, url);
  const page = shown.route.page as PageName | null;
  return headHtml(head, shop, factsOf({ page, head, data: arrived(shown.data), url, shell }));
}

import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import type { Call } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import type { Render } from "#contract/page.ts";
import { headHtml } from "#lib/head.ts";
import { callContext, publicUrlContext } from "#lib/load.ts";
import { faultHead } from "./pages/fault.tsx";
import { type PageHandle, routes } from "./routes.tsx";
import { arrived, headOf } from "./shell/page-head.ts";
import { shopfrontOf, type Shell } from "./shell/shell-data.ts";
import { factsOf } from "./structured-data.ts";

export { writeRobots, writeSitemap } from "./crawlers.ts";

const handler = createStaticHandler(routes);

/** Renders the page at an address as a guest sees it: nothing in it belongs to one visitor. */
export const render: Render = async (url, { call, publicUrl }) => {
  const requestContext = new RouterContextProvider();
  requestContext.set(callContext, inOwnWords(call));
  requestContext.set(publicUrlContext, publicUrl);
  const address = new URL(url, "http://shop");
  const context = await handler.query(new Request(address), { requestContext });
  if (context instanceof Response) {
    return { redirect: context.headers.get("location") ?? "/", status: context.status };
  }
  const { fault, errors } = sayable(context);
  const told = { ...context, errors };
  const router = createStaticRouter(handler.dataRoutes, told);
  const handle = context.matches.at(-1)?.route.handle as PageHandle | undefined;
  return {
    status: context.statusCode,
    head: headOfPage(told, handle, address),
    app: renderToString(<StaticRouterProvider router={router} context={told} hydrate={false} />),
    data: JSON.stringify({ loaderData: context.loaderData, errors }).replaceAll("<", String.raw`\u003c`),
    modules: handle ? [handle.src] : [],
    ...(fault !== undefined && { fault }),
  };
};

/** The server's errors are made of its own class; in here they are told apart by ours. */
const inOwnWords =
  (call: Call): Call =>
  (endpoint, input, signal) =>
    call(endpoint, input, signal).catch((cause: unknown) => {
      if (!(cause instanceof Error) || cause.name !== "ApiError") throw cause;
      const { status, code, message } = cause as ApiError;
      throw new ApiError(status, { code, message });
    });

function headOfPage(context: StaticHandlerContext, handle: PageHandle | undefined, url: URL): string {
  const shell = context.loaderData["shell"] as Shell;
  const shop = shopfrontOf(shell);
  if (context.errors || !handle) return headHtml(faultHead, shop);
  const data = arrived(context.loaderData[context.matches.at(-1)?.route.id ?? ""]);
  const head = headOf(handle, data, url);
  return headHtml(head, shop, factsOf({ page: handle.page, head, data, url, shell }));
}

/** What went wrong inside is for the log; the visitor and the page's data hear one neutral word. */
function sayable({ errors }: StaticHandlerContext): {
  errors: StaticHandlerContext["errors"];
  fault?: unknown;
} {
  if (!errors) return { errors: null };
  let fault: unknown;
  const said = Object.entries(errors).map(([route, error]) => {
    if (isRouteErrorResponse(error)) return [route, error];
    fault = error;
    return [route, { status: 500, statusText: "", internal: false, data: null }];
  });
  return { errors: Object.fromEntries(said) as StaticHandlerContext["errors"], fault };
}

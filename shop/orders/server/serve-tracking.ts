import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { createPageLimit, LINK_LIMIT } from "#platform/page-limit.ts";
import { sendPlainError, sendPlainPage } from "#platform/plain-page.ts";
import { TRACKING_PATH } from "../tracking-link.ts";
import { findTrackedOrder } from "./tracking-link.ts";
import { noTrackingPage, renderTrackingPage } from "./tracking-page.ts";

type Ask = FastifyRequest<{ Params: { link: string } }>;

/** Serves the pages on which orders can be followed without logging in. */
export async function serveTracking(app: FastifyInstance, context: Context): Promise<void> {
  const limitLinks = createPageLimit(context.config, context.now, LINK_LIMIT);
  app.setErrorHandler(sendPlainError);
  app.get(TRACKING_PATH, async (request: Ask, reply) => {
    limitLinks(request);
    const order = await findTrackedOrder(context, request.params.link);
    return order
      ? sendPlainPage(reply, 200, renderTrackingPage(order))
      : sendPlainPage(reply, 404, noTrackingPage);
  });
}

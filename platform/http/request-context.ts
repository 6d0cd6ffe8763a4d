import { parseCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "./route.ts";
import type { Context } from "../context.ts";

/** What a handler may know of a request, and add to its answer. */
export function createRequestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Context,
): RequestContext {
  const { rawText } = request as FastifyRequest & { rawText?: string };
  return {
    ip: request.ip,
    requestId: request.id,
    cookies: parseCookie(request.headers.cookie ?? ""),
    secure: config.publicUrl.startsWith("https:"),
    rawBody: rawText ?? "",
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
    reply: (name, value) => void reply.header(name, value),
  };
}

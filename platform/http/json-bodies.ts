import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendPlainError } from "../pages/plain-page.ts";

/** The maximum size of a request body, if the route does not set its own limit, as webhooks do (security §10). */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Accepts only JSON bodies (security §4), and empty bodies, which some PATCH and DELETE calls have. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    (request as FastifyRequest & { rawText?: string }).rawText = String(text);
    if (text === "") done(null, undefined);
    else void parse(request, String(text), done);
  });
}

export function readPlainForms(app: FastifyInstance): void {
  app.setErrorHandler(sendPlainError);
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, text, done) =>
    done(null, new URLSearchParams(String(text))),
  );
}

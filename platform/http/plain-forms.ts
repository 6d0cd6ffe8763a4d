import type { FastifyInstance } from "fastify";
import { sendPlainError } from "../pages/plain-page.ts";

/** Lets the routes of `app` read posted forms as URLSearchParams, of so many bytes at most where that is said, and answer errors with plain pages. */
export function readPlainForms(app: FastifyInstance, longestBytes?: number): void {
  app.setErrorHandler(sendPlainError);
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", ...(longestBytes !== undefined && { bodyLimit: longestBytes }) },
    (_, text, done) => done(null, new URLSearchParams(String(text))),
  );
}

import type { FastifyInstance } from "fastify";
import type { Bound } from "../bind.ts";
import { answerHeaders, pageHeaders } from "../security-headers.ts";
import { openApiOf } from "./openapi.ts";
import { apiPage, apiPageStyles } from "./page.ts";

/** `/api/openapi.json` for programs and `/api/docs` for people, both made from what is bound. */
export function serveApiDocs(app: FastifyInstance, routes: readonly Bound[], publicUrl: string): void {
  const document = openApiOf(
    routes.map(({ endpoint }) => endpoint),
    publicUrl,
  );
  const page = apiPage(document);
  app.get("/api/openapi.json", (_request, reply) => reply.headers(answerHeaders).send(document));
  app.get("/api/docs", (_request, reply) =>
    reply.headers(pageHeaders).type("text/html; charset=utf-8").send(page),
  );
  app.get("/api/docs.css", (_request, reply) =>
    reply.headers(answerHeaders).type("text/css; charset=utf-8").send(apiPageStyles),
  );
}

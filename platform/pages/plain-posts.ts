import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  pickFirstErrors,
  FORM_FIELD,
  type FormName,
  nestFields,
  type FormResult,
  omitPasswords,
} from "#contract/form.ts";
import { toSafeRedirect } from "#contract/redirect.ts";
import { type Route, type RequestContext, createRequestContext } from "../http/route.ts";
import type { Context } from "../context.ts";
import { createForeignOriginRefusal, createNotAllowedRefusal, toRefusal } from "../http/envelope.ts";
import { isOwnOrigin } from "../http/origin.ts";
import { callRoute } from "../http/serve-routes.ts";
import { readPlainForms } from "../http/json-bodies.ts";
import { callsBesidePages, type SendPosted } from "./serve-pages.ts";

export interface PlainForm {
  endpoint: Endpoint;
  /** Returns the redirect URL after a successful post (303). If `next` is missing, the same page shows the result. */
  next?: (page: URL) => string;
  /** Changes the response after a success, for example to set a cookie. */
  give?: (requestContext: RequestContext) => void;
}

interface PlainPosts {
  forms: Readonly<Record<FormName, PlainForm>>;
  routes: readonly Route[];
  context: Context;
  sendPosted: SendPosted;
}

/** Handles forms of pages without JavaScript. The `Origin` header of a post must be that of the shop. */
export async function servePlainPosts(app: FastifyInstance, posts: PlainPosts): Promise<void> {
  await app.register(async (scope) => {
    // `readPlainForms` also sets an error handler, so that for example a refusal by the rate limit is an HTML page.
    readPlainForms(scope);
    scope.post("/*", (request, reply) => respond(request, reply, posts));
  });
}

async function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  posts: PlainPosts,
): Promise<FastifyReply> {
  const sent = request.body;
  if (!(sent instanceof URLSearchParams) || callsBesidePages.test(request.url))
    throw createNotAllowedRefusal(["GET", "HEAD"]);
  const form = sent.get(FORM_FIELD) as FormName;
  // Other forms need JavaScript. Redirect to the page of the form, which tells visitors that JavaScript is needed.
  if (!Object.hasOwn(posts.forms, form)) return reply.redirect(toSafeRedirect(request.url), 303);

  const { origin, host } = request.headers;
  const isOwn = origin !== undefined && isOwnOrigin(origin, host, posts.context.config);
  const values = isOwn ? omitPasswords(sent) : {};
  try {
    if (!isOwn) throw createForeignOriginRefusal();
    const { next } = posts.forms[form];
    const message = await call(form, sent, { request, reply, posts });
    if (next) {
      const page = new URL(request.url, posts.context.config.publicUrl);
      return await reply.header("cache-control", "no-store").redirect(next(page), 303);
    }
    return await posts.sendPosted(request, reply, { form, done: true, message, fields: {}, values }, 200);
  } catch (cause) {
    const { status, message, extra } = toRefusal(cause);
    if (status >= 500) request.log.error({ err: cause }, "plain post failed");
    const fields = pickFirstErrors(extra.fields ?? []);
    const posted: FormResult = { form, done: false, message, fields, values };
    return posts.sendPosted(request, reply.headers(extra.headers ?? {}), posted, status);
  }
}

async function call(
  form: FormName,
  sent: URLSearchParams,
  { request, reply, posts }: { request: FastifyRequest; reply: FastifyReply; posts: PlainPosts },
): Promise<string> {
  const { context, forms, routes } = posts;
  const { endpoint, give } = forms[form];
  const route = routes.find((candidate) => candidate.endpoint === endpoint);
  if (!route) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`);
  const requestContext = createRequestContext(request, reply, context);
  const result = await callRoute(route, { body: nestFields(sent) }, context, requestContext);
  give?.(requestContext);
  return (result as { message: string }).message;
}

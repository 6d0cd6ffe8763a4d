import type {
  AnswerOf,
  BodyOf,
  Contract,
  ContractOf,
  Endpoint,
  ParamsOf,
  QueryOf,
} from "#contract/endpoint.ts";
import type { Context } from "../context.ts";
import type { FileAnswer, JsonStream } from "./bodies.ts";
import type { AnyRefusal } from "./refuse.ts";
import { parseCookie } from "cookie";
import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The customer who makes a request. Only the session identifies the customer, never the content of the request. */
export interface Principal {
  accountId: string;
  sessionId: string;
}

export interface RequestContext {
  readonly ip: string;
  readonly requestId: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** True if customers use https according to PUBLIC_URL. Headers of a proxy are not used. */
  readonly secure: boolean;
  header(name: string): string | undefined;
  rawBody: string;
  readonly signal: AbortSignal;
  reply(name: string, value: string): void;
}

export interface HandlerInput<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  principal: E["policy"] extends "customer" ? Principal : Principal | null;
  requestContext: RequestContext;
}

type Handler<E extends Endpoint> = (
  context: Context,
  input: HandlerInput<E>,
) => Promise<Outcome<E>> | Outcome<E>;

type Outcome<E extends Endpoint> = AnswerOf<E> | AnyRefusal<E> | JsonStream | FileAnswer;

export interface Route {
  endpoint: Endpoint;
  contract: Contract;
  handle: (context: Context, input: HandlerInput<Endpoint>) => unknown;
}

export const route = <E extends Endpoint>(
  endpoint: E,
  contract: ContractOf<E>,
  handler: Handler<E>,
): Route => ({ endpoint, contract, handle: handler });

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
    get signal() {
      return abortOnClose(reply.raw);
    },
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
    reply: (name, value) => void reply.header(name, value),
  };
}

/** Aborts when the response closes. Fastify's own signal already aborts when the request body has been read. */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const abortController = new AbortController();
  if (response.closed) abortController.abort();
  else response.once("close", () => abortController.abort());
  return abortController.signal;
}

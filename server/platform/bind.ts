import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from "#contract/endpoint.ts";
import type { Context } from "./context.ts";
import type { AnyRefusal } from "./refuse.ts";

/** Who is asking, as the session says; never as the request claims. */
export interface Caller {
  accountId: string;
  sessionId: string;
}

/** What a handler may know of the HTTP request beyond its parsed parts, and add to the answer. */
export interface Exchange {
  readonly ip: string;
  readonly requestId: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Whether customers come over https, as PUBLIC_URL says: a proxy may not tell. */
  readonly secure: boolean;
  header(name: string): string | undefined;
  rawBody: string;
  reply(name: string, value: string): void;
}

export interface Asked<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The signed-in customer; always there for the policy `customer`, else perhaps. */
  caller: E["policy"] extends "customer" ? Caller : Caller | null;
  exchange: Exchange;
}

export type Handler<E extends Endpoint> = (
  context: Context,
  asked: Asked<E>,
) => Promise<AnswerOf<E> | AnyRefusal<E>> | AnswerOf<E> | AnyRefusal<E>;

/** An endpoint with the verb that serves it. */
export interface Bound {
  endpoint: Endpoint;
  handle: (context: Context, asked: Asked<Endpoint>) => unknown;
}

/** Ties a declared endpoint to its handler; `routes.ts` of each room holds nothing else. */
export const bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>): Bound => ({
  endpoint,
  handle: handler,
});

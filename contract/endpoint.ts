import type { GenericSchema, InferOutput } from "valibot";

/**
 * The callers an endpoint allows: anyone · the signed-in customer · the holder of a refresh token or session cookie · a
 * payment provider, by its signature.
 */
export type AccessPolicy = "public" | "customer" | "refresh" | "webhook";

/** The optional header of a call that may be sent twice: the same key is the same thing, done once (security §5). */
export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** An expected "no": the status it answers with and the sentence it says. */
interface Refusal {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503;
  message: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How an endpoint is asked, who may ask, and how its answer is read: all that a browser needs, and all it is sent. */
interface Facts {
  method: Method;
  /** The path as the specification writes it, with `:name` for the changing parts. */
  path: `/${string}`;
  policy: AccessPolicy;
  /**
   * Makes what a caller gets out of a 2xx body, whatever backend it came from (D101); `body` is null where
   * there is none, and undefined for what is not JSON. An undefined result says that the body is not what was asked
   * for. Without it the body is handed on as it is.
   */
  read?: (body: unknown) => unknown;
}

/** The promise of our own server about an endpoint; it checks the input against it, and the API page lists it. */
export interface Contract {
  /** One line for the readable API page. */
  summary: string;
  query?: GenericSchema;
  body?: GenericSchema;
  /** The answer of our own server. */
  answer: GenericSchema;
  /** The media type of an answer that is a file to be saved; `answer` is then its text. */
  file?: `${string}/${string}`;
  refusals: Readonly<Record<string, Refusal>>;
  /** Other paths that answer the same, e.g. without the trailing slash. */
  aliases?: readonly `/${string}`[];
  /** The bytes that a body has at most, where they are more than usual. Whoever is not signed in is refused before it is read. */
  longestBody?: number;
  /** The answer is the same for everyone until the catalogue changes, so it is cached compressed in memory. */
  cached?: true;
}

declare const itsContract: unique symbol;

/** An endpoint as both ends know it. Its contract is part of its type only, never of what a browser is sent. */
export type Endpoint<C extends Contract = Contract, F extends Facts = Facts> = F & {
  readonly [itsContract]?: C;
};

/** Names the contract of an endpoint by its type. */
export const withContract = <C extends Contract>(): C | undefined => undefined;

/** Declares an endpoint once, in a feature's `endpoints.ts`, with the contract that `contracts.ts` has under its name. */
// The mark lets a browser's bundle leave out the endpoints it never asks.
/* @__NO_SIDE_EFFECTS__ */
export const defineEndpoint = <C extends Contract, const F extends Facts>(
  _contract: () => C | undefined,
  facts: F,
): Endpoint<C, F> => facts;

/** Declares what the server promises of an endpoint, in a feature's `contracts.ts`. */
export const defineContract = <const C extends Contract>(promised: C): C => promised;

export type ContractOf<E extends Endpoint> = NonNullable<E[typeof itsContract]>;

export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsOf<E extends Endpoint> = { [Name in ParamNames<E["path"]>]: string };

type Parsed<S> = S extends GenericSchema ? InferOutput<S> : unknown;

export type QueryOf<E extends Endpoint> = Parsed<ContractOf<E>["query"]>;

export type BodyOf<E extends Endpoint> = Parsed<ContractOf<E>["body"]>;

export type AnswerOf<E extends Endpoint> = InferOutput<ContractOf<E>["answer"]>;

/** The result of a call: the answer as `read` makes it. */
export type ResultOf<E extends Endpoint> = E extends { read: (body: unknown) => infer Result }
  ? Exclude<Result, undefined>
  : AnswerOf<E>;

export type RefusalOf<E extends Endpoint> = Extract<keyof ContractOf<E>["refusals"], string>;

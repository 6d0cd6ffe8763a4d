import type { GenericSchema, InferOutput } from "valibot";

/**
 * The callers an endpoint allows: anyone · the signed-in customer · the holder of a refresh token or session cookie · a
 * payment provider, by its signature.
 */
export type AccessPolicy = "public" | "customer" | "refresh" | "webhook";

/** The optional header with an idempotency key: a repeated call with the same key is executed once (security §5). */
export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** An expected error: its HTTP status and its message. */
interface Refusal {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503;
  message: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Declares path, callers and response of an endpoint. The browser receives all of it. */
interface Facts {
  method: Method;
  /** The path as in the specification, with `:name` for parameters. */
  path: `/${string}`;
  policy: AccessPolicy;
  /**
   * Converts a 2xx body of any backend into the result (D101). `body` is null if it is empty, and undefined if it is
   * not JSON. Returns undefined if the body is not the expected one. Without `read`, the body is the result.
   */
  read?: (body: unknown) => unknown;
}

/** The contract of this server for an endpoint. The server checks the input with it, and the API page shows it. */
export interface Contract {
  /** One line for the API page. */
  summary: string;
  query?: GenericSchema;
  body?: GenericSchema;
  /** The response of this server. */
  answer: GenericSchema;
  /** Media type of a response that is a download; `answer` is then its text. */
  file?: `${string}/${string}`;
  refusals: Readonly<Record<string, Refusal>>;
  /** Other paths of the same endpoint, for example without the trailing slash. */
  aliases?: readonly `/${string}`[];
  /**
   * Maximum size of the body in bytes, if larger than usual. Without a session, the request is rejected before the body
   * is read.
   */
  longestBody?: number;
  /**
   * True if the response is the same for everyone until the catalogue changes, so that it is cached compressed in
   * memory.
   */
  cached?: true;
}

declare const itsContract: unique symbol;

/**
 * An endpoint as server and browser use it. Its contract is only part of the type, so the browser's bundle does not
 * contain it.
 */
export type Endpoint<C extends Contract = Contract, F extends Facts = Facts> = F & {
  readonly [itsContract]?: C;
};

/** Gives an endpoint the type of its contract. */
export const withContract = <C extends Contract>(): C | undefined => undefined;

/** Declares an endpoint in a feature's `endpoints.ts`. Its contract in `contracts.ts` has the same name. */
// This mark lets a bundle omit the endpoints that the browser does not call.
/* @__NO_SIDE_EFFECTS__ */
export const defineEndpoint = <C extends Contract, const F extends Facts>(
  _contract: () => C | undefined,
  facts: F,
): Endpoint<C, F> => facts;

/** Declares the contract of an endpoint in a feature's `contracts.ts`. */
export const defineContract = <const C extends Contract>(contract: C): C => contract;

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

/** The result of a call, as `read` returns it. */
export type ResultOf<E extends Endpoint> = E extends { read: (body: unknown) => infer Result }
  ? Exclude<Result, undefined>
  : AnswerOf<E>;

export type RefusalOf<E extends Endpoint> = Extract<keyof ContractOf<E>["refusals"], string>;

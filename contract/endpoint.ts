import type { GenericSchema, InferOutput } from "valibot";

/** The clients that may call an endpoint. `refresh`: clients with a refresh token. `webhook`: payment providers. */
export type AccessPolicy = "public" | "customer" | "refresh" | "webhook";

/** The request header with a key that the client chooses. Calls with the same key are executed once (security §5). */
export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** The name of the `<meta>` tag with the API's origin. Pages of that origin have no such tag (D90). */
export const API_META = "api";

interface Refusal {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503;
  message: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The part of an endpoint's declaration that the browser's bundle contains. */
interface EndpointFacts extends Reading {
  method: Method;
  path: `/${string}`;
  policy: AccessPolicy;
}

interface Reading {
  /**
   * Converts the body of a 2xx response into the result. Returns undefined if the body is unexpected. The storefront
   * also works with other backends, whose bodies may differ (D101). `body` is null if it is empty, and undefined if it
   * is not JSON. Without `read`, the result is the body itself.
   */
  read?: (body: unknown) => unknown;
  /**
   * The name of a list that each response of this shop contains. A response without the list is from another backend
   * and counts as an error (D101).
   */
  requiredList?: string;
}

/** The schemas and errors of an endpoint on this server, for validation and for `/api/openapi.json`. */
export interface Contract {
  summary: string;
  query?: GenericSchema;
  body?: GenericSchema;
  answer: GenericSchema;
  /** Media type of a download. `answer` is then the schema of the file's text. */
  file?: `${string}/${string}`;
  refusals: Readonly<Record<string, Refusal>>;
  aliases?: readonly `/${string}`[];
  /**
   * Maximum size of the body in bytes. A large value is safe for the policy `customer`, because the session is checked
   * before the body is read.
   */
  longestBody?: number;
  /** True if the response may be cached, because it is the same for everyone until the catalogue changes. */
  cached?: true;
  /** Returns only the fields that pages use, because copying whole responses to the rendering thread is slow. */
  forPages?: (answer: never) => object;
}

declare const itsContract: unique symbol;

/** An endpoint. Its contract is only a type, so that the browser's bundle contains no schemas. */
export type Endpoint<C extends Contract = Contract, F extends EndpointFacts = EndpointFacts> = F & {
  readonly [itsContract]?: C;
};

/** The method, and the path as in the specification, with `:name` for parameters. */
type MethodAndPath = `${Method} /${string}`;

type Declared<Called extends MethodAndPath, Policy extends AccessPolicy, R extends Reading> = R & {
  method: Called extends `${infer M extends Method} ${string}` ? M : never;
  path: Called extends `${Method} ${infer P extends `/${string}`}` ? P : never;
  policy: Policy;
};

// `@__NO_SIDE_EFFECTS__` lets the bundler omit the endpoints that the browser does not call.
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<
  const Called extends MethodAndPath,
  const Policy extends AccessPolicy,
  const R extends Reading,
  C extends Contract = Contract,
>(called: Called, policy: Policy, reading?: R): Endpoint<C, Declared<Called, Policy, R>> {
  const [method, path] = called.split(" ");
  return { ...reading, method, path, policy } as unknown as Declared<Called, Policy, R>;
}

/** Declares an endpoint in a feature's `endpoints.ts`. Its contract has the same name in `contracts.ts`. */
export type DefineEndpoint<Contracts> = <
  Name extends keyof Contracts,
  const Called extends MethodAndPath,
  const Policy extends AccessPolicy,
  const R extends Reading,
>(
  name: Name,
  ...facts: [called: Called, policy: Policy, reading?: R]
) => Endpoint<Extract<Contracts[Name], Contract>, Declared<Called, Policy, R>>;

/** Declares the contract of an endpoint. An endpoint without expected errors needs no `refusals`. */
export const defineContract = <const C extends Omit<Contract, "refusals"> & Partial<Contract>>(
  contract: C,
) => ({
  refusals: {},
  ...contract,
});

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

export type ResultOf<E extends Endpoint> = E extends { read: (body: unknown) => infer Result }
  ? Exclude<Result, undefined>
  : AnswerOf<E>;

export type RefusalOf<E extends Endpoint> = Extract<keyof ContractOf<E>["refusals"], string>;

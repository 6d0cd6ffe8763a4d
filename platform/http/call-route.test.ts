import { expect, test } from "vitest";
import type { Context } from "../context.ts";
import { createAnswerCall } from "./serve-routes.ts";
import { HttpRefusal } from "./envelope.ts";
import type { Route } from "./route.ts";

const endpoint = { method: "GET", path: "/api/woods" } as const;

const ask = (cause: Error) => {
  const route = { endpoint, contract: endpoint, handle: () => Promise.reject(cause) };
  return createAnswerCall([route as unknown as Route], {} as Context)(endpoint, {});
};

test("T27: while the server renders a page, an API call returns 503 for a database error and throws any unexpected error", async () => {
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(await ask(new Error("Failed query", { cause: away }))).toMatchObject({ refused: { status: 503 } });
  expect(await ask(new HttpRefusal(404, "not_found", "No."))).toMatchObject({ refused: { status: 404 } });
  await expect(ask(new TypeError("x is undefined"))).rejects.toThrow(TypeError);
});

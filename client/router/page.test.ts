import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { loadPage } from "./page.ts";

const at = { params: {}, url: new URL("http://shop/"), signal: new AbortController().signal } as never;

/** The status of a page whose data are refused like this. */
async function load(cause: unknown): Promise<number | undefined> {
  const route = { load: async () => ({ loader: () => Promise.reject(cause) }) };
  const loaded = await loadPage({ route, params: {} } as never, at);
  return "status" in loaded ? loaded.status : undefined;
}

test.each([
  ["the database is away (T27)", new ApiError(503, null), 503],
  ["the shop refuses", new ApiError(404, null), 500],
  ["anything else", new Error("no"), 500],
])("the status of a page if %s", async (_, cause, status) => {
  expect(await load(cause)).toBe(status);
});

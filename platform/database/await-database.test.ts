import { expect, test, vi } from "vitest";
import { awaitDatabase } from "./migrate.ts";

test("startup waits for an unavailable database and reports each reason once", async () => {
  const refused = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
  const starting = Object.assign(new Error("the database system is starting up"), { code: "57P03" });
  const query = vi.fn();
  for (const cause of [refused, refused, starting]) query.mockRejectedValueOnce(cause);
  query.mockResolvedValueOnce({ rows: [] });
  const heard: string[] = [];
  await awaitDatabase({ query }, (message) => heard.push(message));
  expect(query).toHaveBeenCalledTimes(4);
  expect(heard).toEqual([
    "The PostgreSQL server of DATABASE_URL is not responding yet (ECONNREFUSED). Waiting for it",
    "The PostgreSQL server of DATABASE_URL is not responding yet (the database system is starting up). Waiting for it",
  ]);
});

test("startup does not wait if the database error is permanent", async () => {
  const query = vi.fn().mockRejectedValue(Object.assign(new Error("no"), { code: "28P01" }));
  await expect(awaitDatabase({ query }, () => {})).rejects.toMatchObject({
    code: "28P01",
  });
  expect(query).toHaveBeenCalledTimes(1);
});

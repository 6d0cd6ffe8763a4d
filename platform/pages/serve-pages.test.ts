import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { REFERENCE } from "#contract/page.ts";
import { getWholeBody } from "./serve-pages.ts";

const request = { id: "8F3K2M9QXA" } as FastifyRequest;

test("an error page contains the request id that a customer can quote, and other pages are sent unchanged", () => {
  const body = `<p>It is our fault. <span>${REFERENCE}</span></p>`;
  expect(getWholeBody({ status: 500, body }, request)).toBe(
    "<p>It is our fault. <span>Reference: 8F3K2M9QXA</span></p>",
  );
  expect(getWholeBody({ status: 200, body }, request)).toBe(body);
});

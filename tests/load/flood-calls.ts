import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** Every one different, and none of them what a visitor would ask twice. */
export const listAddresses = (url: string, count: number, mark: string): string[] =>
  Array.from({ length: count }, (_, at) =>
    at % 4 === 0
      ? `${url}/products?subcategory=${mark}-${at}`
      : at % 4 === 1
        ? `${url}/wooden-bowls?minPrice=${at}&sortOption=atoz&x=${mark}`
        : `${url}/products?minPrice=${at % 400}.${mark.length}${at % 10}&maxPrice=${2_000 + at}`,
  );

export interface Answer {
  status: number;
  retryAfter: boolean;
}

export const askAll = (urls: readonly string[], overMs: number): Promise<Answer[]> =>
  Promise.all(
    urls.map(async (url, at) => {
      await pause((at * overMs) / urls.length);
      return ask(url);
    }),
  );

export function ask(url: string): Promise<Answer> {
  return new Promise((resolve) => {
    const requested = request(url, { agent: false, headers: { "accept-encoding": "br" } }, (answer) => {
      const { statusCode = 0, headers } = answer;
      answer.resume().on("end", () => resolve({ status: statusCode, retryAfter: "retry-after" in headers }));
    });
    requested.on("error", () => resolve({ status: 0, retryAfter: false }));
    requested.end();
  });
}

import { get } from "node:http";

export interface RawAnswer {
  headers: Record<string, string>;
  /** As it came, compressed. */
  body: Buffer;
}

/** Fetches an answer as a browser is sent it, with the headers that the shop itself has set. */
export function fetchRaw(url: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { date: _date, connection: _connection, "keep-alive": _alive, ...headers } = answer.headers;
        resolve({ headers: headers as Record<string, string>, body: Buffer.concat(parts) });
      });
    }).on("error", reject);
  });
}

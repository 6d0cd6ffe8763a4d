import { type Socket, connect } from "node:net";

export interface LeanRequest {
  method: string;
  path: string;
  /** The visitor's IP address, as a proxy would report it. */
  from: string;
  token?: string;
  body?: string;
  /** Additional header lines. Each ends with a line break. */
  headers?: string;
}

/** The parts of a response that the callers need. */
export interface LeanResponse {
  /** The HTTP status, or 0 if there was no response. */
  status: number;
  ms: number;
  retryAfter: boolean;
}

export interface LeanConnection {
  opened: Promise<void>;
  ask(request: LeanRequest): Promise<LeanResponse>;
}

/**
 * Opens a connection that sends one request at a time and parses only the status, the length and Retry-After. Node's
 * own client would use more processor time than the shop, which runs on the same machine.
 */
export function openLeanConnection(port: number): LeanConnection {
  let socket: Socket | null = null;
  let answered: ((answer: { status: number; retryAfter: boolean }) => void) | null = null;
  let [head, missing] = ["", 0];

  const finish = (status: number) => {
    const done = answered;
    answered = null;
    const retryAfter = /\r\nretry-after: /i.test(head);
    head = "";
    done?.({ status, retryAfter });
  };
  const read = (part: Buffer) => {
    if (missing > 0) missing -= part.length;
    else {
      head += part.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      missing = end + 4 + readLength(head) - head.length;
    }
    if (missing <= 0) finish(Number(head.slice(9, 12)));
  };
  const open = () =>
    connect(port, "127.0.0.1")
      .setNoDelay(true)
      .on("data", read)
      .on("error", () => {})
      .on("close", () => {
        socket = null;
        missing = 0;
        finish(0);
      });
  socket = open();

  return {
    opened: new Promise((resolve) => void socket?.once("ready", resolve).once("close", () => resolve())),
    ask(request) {
      const began = performance.now();
      socket ??= open();
      socket.write(formatRequest(request));
      return new Promise((resolve) => {
        answered = (answer) => resolve({ ...answer, ms: performance.now() - began });
      });
    },
  };
}

const formatRequest = ({ method, path, from, token, body, headers = "" }: LeanRequest): string =>
  [
    `${method} ${path} HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: ${from}\r\n`,
    token === undefined ? "" : `authorization: Bearer ${token}\r\n`,
    body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`,
    `${headers}\r\n${body ?? ""}`,
  ].join("");

function readLength(head: string): number {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`An answer of unknown length:\n${head.slice(0, 500)}`);
  return Number(length);
}

import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./sources.ts";

/** An editor on this folder, as far as TypeScript's language server knows. */
export interface Editor {
  /** Opens a file with this text; what is underlined in it, as `line: message`. */
  look(file: string, text: string): Promise<string[]>;
  close(): Promise<void>;
}

interface Diagnostic {
  range: { start: { line: number } };
  message: string;
  /** 1 is an error, 2 a warning; the others are hints. */
  severity: number;
}

const TYPESCRIPT = path.join(root, "node_modules/typescript/bin/tsc");
const capabilities = { textDocument: { diagnostic: {} }, workspace: { workspaceFolders: true } };

/** Starts the language server and greets it. */
export async function openEditor(): Promise<Editor> {
  const server = spawn(process.execPath, [TYPESCRIPT, "--lsp", "--stdio"], { cwd: root, stdio: "pipe" });
  const ended = new Promise((resolve) => server.once("close", resolve));
  const waiting = new Map<number, (result: unknown) => void>();
  let count = 0;

  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const ask = <Result>(method: string, params: object | null): Promise<Result> => {
    const id = ++count;
    send({ id, method, ...(params && { params }) });
    return new Promise((resolve) => waiting.set(id, resolve as (result: unknown) => void));
  };
  readMessages(server.stdout, ({ id, method, params, result, error }) => {
    if (method === undefined) {
      waiting.get(id ?? 0)?.(error ?? result);
      waiting.delete(id ?? 0);
    } else if (id !== undefined) {
      // Its own questions: for settings there are none, and it may watch what it likes.
      send({
        id,
        result: method === "workspace/configuration" ? (params?.items ?? []).map(() => null) : null,
      });
    }
  });

  const rootUri = pathToFileURL(root).href;
  const workspaceFolders = [{ uri: rootUri, name: "taruva" }];
  await ask("initialize", { processId: process.pid, rootUri, workspaceFolders, capabilities });
  send({ method: "initialized", params: {} });
  return {
    async look(file, text) {
      const uri = pathToFileURL(path.join(root, file)).href;
      const languageId = file.endsWith("x") ? "typescriptreact" : "typescript";
      send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri, languageId, version: 1, text } },
      });
      const { items } = await ask<{ items: Diagnostic[] }>("textDocument/diagnostic", {
        textDocument: { uri },
      });
      return items
        .filter(({ severity }) => severity <= 2)
        .map(({ range, message }) => `${range.start.line + 1}: ${message}`);
    },
    async close() {
      await ask("shutdown", null);
      send({ method: "exit" });
      await ended;
    },
  };
}

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: unknown;
  error?: unknown;
}

/** Messages come as a header with their length, an empty line, and JSON. */
function readMessages(stream: NodeJS.ReadableStream, hear: (message: Message) => void): void {
  let unread = Buffer.alloc(0);
  stream.on("data", (more: Buffer) => {
    unread = Buffer.concat([unread, more]);
    for (;;) {
      const head = unread.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(unread.toString("latin1", 0, head))?.[1]);
      if (head < 0 || unread.length < head + 4 + length) return;
      const body = unread.subarray(head + 4, head + 4 + length);
      unread = unread.subarray(head + 4 + length);
      hear(JSON.parse(body.toString()) as Message);
    }
  });
}

import { once } from "node:events";
import { globSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getOutboxFolder } from "#platform/mail/saved-mails.ts";
import { listenLocally } from "./processes.ts";

export async function openMailServer(port = 0) {
  const heard: string[] = [];
  /** The SMTP errors that the server returns, by recipient or by command such as `AUTH`: `550 no such mailbox`. */
  const refusals = new Map<string, string>();
  const answer = (line: string): string => {
    const [, recipient = ""] = /^RCPT TO:<(.*)>/.exec(line) ?? [];
    const [verb = ""] = line.split(" ", 1);
    const instead = refusals.get(verb);
    if (instead !== undefined) return instead;
    if (line === "DATA") return "354 go on";
    return line === "QUIT" ? "221 bye" : (refusals.get(recipient) ?? "250 ok");
  };
  const server = createServer((socket) => {
    let inData = false;
    socket.write("220 ready\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        heard.push(line);
        if (inData && line !== ".") continue;
        inData = line === "DATA";
        socket.write(`${answer(line)}\r\n`);
      }
    });
    socket.on("error", () => {});
  });
  return {
    heard,
    refusals,
    port: await listenLocally(server, port),
    close: async () => void (await once(server.close(), "close")),
  };
}

export const findCode = (text: string | undefined): string =>
  /^\s*(\d{3}) (\d{3})\s*$/m
    .exec(text ?? "")
    ?.slice(1)
    .join("") ?? "";

export const findResetLink = (text: string): string => /\S+\/forgot-password#\S+/.exec(text)?.[0] ?? "";

/** Returns all mails, oldest first. Without a mail server, the shop saves each mail as a file. */
export function readMailFiles({ config }: { config: Pick<Config, "dataDir"> }): string[] {
  const files = globSync(path.join(getOutboxFolder(config.dataDir), "*.eml"));
  return files.toSorted().map((file) => readFileSync(file, "utf8"));
}

export const deleteMails = ({ config }: Pick<Context, "config">): void =>
  rmSync(getOutboxFolder(config.dataDir), { recursive: true, force: true });

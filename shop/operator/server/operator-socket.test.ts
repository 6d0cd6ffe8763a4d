import { once } from "node:events";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { notedOperatorAddress, operatorAddress } from "#platform/operator-address.ts";
import { sendCommand } from "../../../server/cli/send-command.ts";
import { commands, context, type, setUpOperatorSocket } from "../../../tests/support/operator-commands.ts";
import { openOperatorSocket } from "./index.ts";

setUpOperatorSocket();

describe("the socket", () => {
  test("belongs to the owner of the data alone", () => {
    expect(statSync(operatorAddress(context.config.dataDir)).mode & 0o777).toBe(0o600);
  });

  test("tells how far a command has come, then what came of it", async () => {
    const order = { noun: "look", verb: "", folder: "/", osUser: "asha" };
    const seen: unknown[] = [];
    const reply = await sendCommand(
      operatorAddress(context.config.dataDir),
      { ...order, args: {}, options: {}, confirmed: false },
      (line) => seen.push(line),
    );
    expect(seen).toEqual([{ progress: "Looking", done: 1, of: 2 }]);
    expect(reply).toMatchObject({ outcome: "done", result: { attention: true } });
  });

  test("tells its owner the figures of the process", async () => {
    const dataDir = path.join(context.config.dataDir, "figures");
    mkdirSync(dataDir);
    const settings = { ...context, config: { ...context.config, dataDir } };
    const opened = await openOperatorSocket(settings, [], {
      contentType: "text/plain",
      text: async () => "shop_database_up 1\n",
    });
    const asked = request({ socketPath: operatorAddress(dataDir), path: "/metrics" }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect(await text(answer)).toBe("shop_database_up 1\n");
    await opened.close();
  });

  test("is left to the process that has it", async () => {
    const second = await openOperatorSocket(context, []);
    await second.close();
    expect((await type(["shelf", "count", "top"])).code).toBe(0);
  });

  test("that a killed process left behind is taken over", async () => {
    const dataDir = path.join(context.config.dataDir, "killed");
    mkdirSync(dataDir);
    writeFileSync(operatorAddress(dataDir), "");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect((await type(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("stands elsewhere when the folder's name is too long, and the command line finds it", async () => {
    const dataDir = path.join(context.config.dataDir, "x".repeat(120));
    mkdirSync(dataDir);
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect(notedOperatorAddress(dataDir)).toBe(operatorAddress(dataDir));
    expect(existsSync(path.join(dataDir, "operator.sock"))).toBe(false);
    expect((await type(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("makes the folder it stands in: beside a PostgreSQL server nobody else does", async () => {
    const dataDir = path.join(context.config.dataDir, "not", "there");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect((await type(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("of somebody who is no shop is not overwritten", async () => {
    const dataDir = path.join(context.config.dataDir, "taken");
    mkdirSync(dataDir);
    const stranger = createServer().listen(operatorAddress(dataDir));
    await once(stranger, "listening");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    await opened.close();
    expect(existsSync(operatorAddress(dataDir))).toBe(true);
    stranger.close();
  });
});

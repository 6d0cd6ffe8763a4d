import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { readOperatorAddress, createOperatorAddress } from "#platform/operator/operator-address.ts";
import { sendCommand } from "./cli/send-command.ts";
import { commands, context, runTyped, setUpOperatorSocket } from "../tests/support/operator-commands.ts";
import { openOperatorSocket } from "#platform/operator/operator-socket.ts";

setUpOperatorSocket();

describe("the socket", () => {
  test("belongs to the owner of the data alone", () => {
    expect(statSync(createOperatorAddress(context.config.dataDir)).mode & 0o777).toBe(0o600);
  });

  test("reports the progress of a command, then its result", async () => {
    const order = { noun: "look", verb: "", folder: "/", osUser: "asha" };
    const seen: unknown[] = [];
    const reply = await sendCommand(
      createOperatorAddress(context.config.dataDir),
      { ...order, args: {}, options: {}, confirmed: false },
      (line) => seen.push(line),
    );
    expect(seen).toEqual([{ progress: "Looking", done: 1, of: 2 }]);
    expect(reply).toMatchObject({ outcome: "done", result: { attention: true } });
  });

  test("gives its owner the metrics of the process", async () => {
    const dataDir = path.join(context.config.dataDir, "figures");
    mkdirSync(dataDir);
    const settings = { ...context, config: { ...context.config, dataDir } };
    const opened = await openOperatorSocket(settings, [], {
      metrics: { contentType: "text/plain", text: async () => "shop_database_up 1\n" },
    });
    const requested = request({ socketPath: createOperatorAddress(dataDir), path: "/metrics" }).end();
    const [answer] = (await once(requested, "response")) as [IncomingMessage];
    expect(await text(answer)).toBe("shop_database_up 1\n");
    await opened.close();
  });

  test("is left to the process that has it", async () => {
    const second = await openOperatorSocket(context, []);
    await second.close();
    expect((await runTyped(["shelf", "count", "top"])).code).toBe(0);
  });

  test("that a killed process left behind is taken over", async () => {
    const dataDir = path.join(context.config.dataDir, "killed");
    mkdirSync(dataDir);
    writeFileSync(createOperatorAddress(dataDir), "");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect((await runTyped(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("stands elsewhere when the folder's name is too long, and the command line finds it", async () => {
    const dataDir = path.join(context.config.dataDir, "x".repeat(120));
    mkdirSync(dataDir);
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect(readOperatorAddress(dataDir)).toBe(createOperatorAddress(dataDir));
    expect(existsSync(path.join(dataDir, "operator.sock"))).toBe(false);
    expect((await runTyped(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  describe.skipIf(process.getuid?.() !== 0)("T44: another user of the machine", () => {
    const NOBODY = 65_534;
    const prepare = (name: string) => {
      const dataDir = path.join(context.config.dataDir, name);
      mkdirSync(dataDir, { mode: 0o700 });
      return { dataDir, address: createOperatorAddress(dataDir) };
    };
    const open = (dataDir: string) =>
      openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);

    test("who squats the place in the temporary folder is spoken to by neither side", async () => {
      const { dataDir, address } = prepare("y".repeat(120));
      const squatted = path.dirname(address);
      mkdirSync(squatted);
      onTestFinished(() => rmSync(squatted, { recursive: true, force: true }));
      const stranger = createServer().listen(address);
      onTestFinished(() => void stranger.close());
      await once(stranger, "listening");
      chownSync(squatted, NOBODY, NOBODY);
      await expect(open(dataDir)).rejects.toThrow("belongs to another user. Remove it, or give DATA_DIR");
      expect(await runTyped(["shelf", "count", "top"], dataDir)).toMatchObject({
        code: 3,
        err: expect.stringContaining("belongs to another user"),
      });
      chownSync(squatted, 0, 0);
      chownSync(address, NOBODY, NOBODY);
      chmodSync(squatted, 0o700);
      await expect(open(dataDir)).rejects.toThrow(`${address} belongs to another user`);
    });

    test("cannot hand over a folder that is open to all, or a link to one of theirs", async () => {
      const { dataDir, address } = prepare("z".repeat(120));
      const folder = path.dirname(address);
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      mkdirSync(folder);
      chmodSync(folder, 0o777);
      await expect(open(dataDir)).rejects.toThrow("is open to other users");
      rmSync(folder, { recursive: true });
      const theirs = prepare("theirs").dataDir;
      symlinkSync(theirs, folder);
      await expect(open(dataDir)).rejects.toThrow("is no folder");
    });

    test("who may write to the data folder is not trusted with the socket in it", async () => {
      const { dataDir } = prepare("open");
      chmodSync(dataDir, 0o777);
      await expect(open(dataDir)).rejects.toThrow("chmod go-w");
    });
  });

  test("makes the folder it stands in: beside a PostgreSQL server nothing else does", async () => {
    const dataDir = path.join(context.config.dataDir, "not", "there");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect((await runTyped(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("of someone who is no shop is not overwritten", async () => {
    const dataDir = path.join(context.config.dataDir, "taken");
    mkdirSync(dataDir);
    const stranger = createServer().listen(createOperatorAddress(dataDir));
    await once(stranger, "listening");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    await opened.close();
    expect(existsSync(createOperatorAddress(dataDir))).toBe(true);
    stranger.close();
  });
});

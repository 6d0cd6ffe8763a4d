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
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readOperatorAddress, createOperatorAddress } from "#platform/operator/operator-address.ts";
import { sendCommand } from "#platform/operator/operator-client.ts";
import { commands, context, readAudit, setUpOperatorSocket } from "../tests/support/operator-commands.ts";
import { openOperatorSocket } from "#platform/operator/operator-socket.ts";

setUpOperatorSocket();

const send = (line: string, options: Record<string, string> = {}, more: object = {}) => {
  const { dataDir = context.config.dataDir, ...how } = more as { dataDir?: string };
  const [noun = "", verb = "", shelf] = line.split(" ");
  return sendCommand(
    readOperatorAddress(dataDir),
    {
      noun,
      verb,
      args: shelf ? { shelf } : {},
      options,
      folder: "/",
      osUser: "asha",
      confirmed: false,
      ...how,
    },
    () => {},
  );
};
const canCount = async (dataDir?: string) => (await send("shelf count top", {}, { dataDir })).outcome;

const openIn = (dataDir: string) =>
  openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);

test("refused and failed commands are recorded, and the message about a failure reveals nothing about its cause", async () => {
  expect(await send("shelf count bottom")).toMatchObject({ outcome: "refused" });
  const failed = await send("shelf count top", { from: "nowhere" });
  expect(failed).toMatchObject({
    outcome: "failed",
    message: expect.stringContaining("Something went wrong."),
  });
  expect(JSON.stringify(failed)).not.toContain("secret");
  expect(await readAudit()).toMatchObject([{ outcome: "refused" }, { outcome: "failed" }]);
});

test("a command that asks for a confirmation while it runs changes nothing before the answer", async () => {
  expect(await send("shelf sweep")).toEqual({ outcome: "confirm", question: "Sweep everything off?" });
  expect(await send("look", { at: "bowls\ntrays" })).toMatchObject({ outcome: "confirm" });
  expect(await readAudit()).toEqual([]);
  expect(await send("shelf sweep", {}, { confirmed: true })).toMatchObject({
    outcome: "done",
    result: { message: "swept 1" },
  });
  expect(await send("look", { at: "bowls\ntrays" }, { confirmed: true })).toMatchObject({
    result: { message: "bowls\ntrays" },
  });
});

describe("the operator's socket", () => {
  test("only the owner of the data folder can use the operator's socket", () => {
    expect(statSync(createOperatorAddress(context.config.dataDir)).mode & 0o777).toBe(0o600);
  });

  test("a second process does not take over the operator's socket", async () => {
    const second = await openOperatorSocket(context, []);
    await second.close();
    expect(await canCount()).toBe("done");
  });

  test("the socket of a killed process is replaced", async () => {
    const dataDir = path.join(context.config.dataDir, "killed");
    mkdirSync(dataDir);
    writeFileSync(createOperatorAddress(dataDir), "");
    const opened = await openIn(dataDir);
    expect(await canCount(dataDir)).toBe("done");
    await opened.close();
  });

  describe.skipIf(process.getuid?.() !== 0)("T44: other users of the machine", () => {
    const NOBODY = 65_534;
    const prepare = (name: string) => {
      const dataDir = path.join(context.config.dataDir, name);
      mkdirSync(dataDir, { mode: 0o700 });
      return { dataDir, address: createOperatorAddress(dataDir) };
    };
    test("neither the shop nor the command line uses a socket that another user put in the temporary folder", async () => {
      const { dataDir, address } = prepare("y".repeat(120));
      const squatted = path.dirname(address);
      mkdirSync(squatted);
      onTestFinished(() => rmSync(squatted, { recursive: true, force: true }));
      const stranger = createServer().listen(address);
      onTestFinished(() => void stranger.close());
      await once(stranger, "listening");
      chownSync(squatted, NOBODY, NOBODY);
      await expect(openIn(dataDir)).rejects.toThrow("belongs to another user. Remove it, or give DATA_DIR");
      expect(() => readOperatorAddress(dataDir)).toThrow("belongs to another user");
      chownSync(squatted, 0, 0);
      chownSync(address, NOBODY, NOBODY);
      chmodSync(squatted, 0o700);
      await expect(openIn(dataDir)).rejects.toThrow(`${address} belongs to another user`);
    });

    test("the shop refuses a socket folder that other users can write to, or that is a link", async () => {
      const { dataDir, address } = prepare("z".repeat(120));
      const folder = path.dirname(address);
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      mkdirSync(folder);
      chmodSync(folder, 0o777);
      await expect(openIn(dataDir)).rejects.toThrow("is open to other users");
      rmSync(folder, { recursive: true });
      const theirs = prepare("theirs").dataDir;
      symlinkSync(theirs, folder);
      await expect(openIn(dataDir)).rejects.toThrow("is not a folder");
    });

    test("the shop refuses a socket in a data folder that other users can write to", async () => {
      const { dataDir } = prepare("open");
      chmodSync(dataDir, 0o777);
      await expect(openIn(dataDir)).rejects.toThrow("chmod go-w");
    });
  });

  test("the operator's socket creates its folder if it does not exist", async () => {
    const dataDir = path.join(context.config.dataDir, "not", "there");
    const opened = await openIn(dataDir);
    expect(await canCount(dataDir)).toBe("done");
    await opened.close();
  });

  test("the operator's socket overwrites no socket of another program", async () => {
    const dataDir = path.join(context.config.dataDir, "taken");
    mkdirSync(dataDir);
    const stranger = createServer().listen(createOperatorAddress(dataDir));
    await once(stranger, "listening");
    const opened = await openIn(dataDir);
    await opened.close();
    expect(existsSync(createOperatorAddress(dataDir))).toBe(true);
    stranger.close();
  });
});

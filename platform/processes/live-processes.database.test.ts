import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestContext, testEngine, testLog, type TestContext } from "../../tests/support/database.ts";
import { createContext } from "../context.ts";
import { checkProcesses, ProcessConflict, registerProcess } from "./live-processes.ts";
import type { Config } from "../config/config.ts";
import { shopProcess } from "../database/tables.ts";

const SECRET = "the first of all secrets, 32 letters";
const OTHER = "another one of at least 32 letters..";

let home: TestContext;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  home = await createTestContext();
});
beforeEach(async () => {
  vi.useRealTimers();
  await Promise.all(closing.splice(0).map((close) => close()));
  await home.wipe();
});
afterAll(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  await home.close();
});

async function open(config: Partial<Config>) {
  const { database, now, outbox } = home;
  const context = createContext({
    config: { ...home.config, ...config },
    log: testLog,
    database,
    now,
    outbox: { ...outbox, committed: () => {} },
  });
  const { close } = await registerProcess(context);
  closing.push(close);
  return { context, close };
}

const listRows = () => home.db.select().from(shopProcess);

describe.runIf(testEngine === "server")("several processes on one PostgreSQL", () => {
  test("processes with the same secret can start at the same moment, and a closed process is not listed", async () => {
    const processes = await Promise.all([1, 2, 3].map((port) => open({ secret: SECRET, port })));
    expect(await checkProcesses(processes[0]?.context ?? expect.unreachable())).toEqual([]);
    const rows = await listRows();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    await processes[1]?.close();
    expect(await listRows()).toHaveLength(2);
  });

  test("if two processes start at once with different secrets, one process is refused", async () => {
    const started = await Promise.allSettled([open({ secret: SECRET }), open({ secret: OTHER })]);
    expect(started.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(started.find(({ status }) => status === "rejected")).toMatchObject({
      reason: expect.any(ProcessConflict) as unknown,
    });
  });

  test("a killed process does not prevent other processes from starting", async () => {
    const killed = await open({ secret: SECRET });
    const markSeen = async (when: string) => {
      await home.db.execute(
        sql`update shop_process set id = 'killed', seen_at = clock_timestamp() + ${when}::interval`,
      );
    };
    // The heartbeat is in the future, so that it does not become old while this test runs slowly.
    await markSeen("1 hour");
    const say = vi.fn<(message: string) => void>(() => void markSeen("-1 hour"));
    const { database, now, outbox, config } = home;
    const context = createContext({
      config: { ...config, secret: OTHER },
      log: testLog,
      database,
      now,
      outbox: { ...outbox, committed: () => {} },
    });
    await killed.close();
    const { close } = await registerProcess(context, say);
    closing.push(close);
    expect(say).toHaveBeenCalledOnce();
    expect(await listRows()).toHaveLength(1);
  });
});

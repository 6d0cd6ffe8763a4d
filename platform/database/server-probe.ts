import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../observe/log.ts";
import { TURN_MS } from "./query-watchdog.ts";

const PROBE_TURNS = 8;
const PROBE_AGAIN_MS = 500;

/** Asks a database server that seems to be silent, until it answers. */
interface ServerProbe {
  /** Since the first probe that stayed without an answer, until the first that got one. */
  isSilent(): boolean;
  /** Begins to ask, unless it is asking already. */
  begin(): void;
  stop(): void;
}

/** `onSilence` is called for each probe that stays without an answer. */
export function createServerProbe(url: string, log: Log, onSilence: () => void): ServerProbe {
  const stopping = new AbortController();
  let isSilent = false;
  let isProbing = false;

  const probe = async () => {
    isProbing = true;
    while (!stopping.signal.aborted && !(await isAnswering(url))) {
      if (!isSilent) log.error("the database server does not answer; calls are refused until it does");
      isSilent = true;
      onSilence();
      await pause(PROBE_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    if (isSilent) log.warn("the database server answers again");
    isSilent = false;
    isProbing = false;
  };
  return {
    isSilent: () => isSilent,
    begin() {
      if (!isProbing) void probe();
    },
    stop: () => stopping.abort(),
  };
}

/** Whether a connection made just now works. A refusal is an answer too. */
async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  const answer = async () => {
    await client.connect();
    await client.query("select 1");
  };
  const said = answer().then(
    () => true,
    () => true,
  );
  const late = async () => {
    for (let turn = 0; turn < PROBE_TURNS; turn++) await pause(TURN_MS);
    return false;
  };
  try {
    return await Promise.race([said, late()]);
  } finally {
    void client.end().catch(() => {});
  }
}

import { parentPort, workerData } from "node:worker_threads";
import { fuzzCalls } from "./fuzz-calls.ts";

const { seed, cases } = workerData as { seed: number; cases: number };
parentPort?.postMessage(await fuzzCalls(seed, cases));

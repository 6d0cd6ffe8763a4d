import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Runs a file as a thread, which posts one message. Returns that. `file` is relative to this folder. */
export async function runThread<Result>(
  file: string,
  workerData: unknown,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result> {
  const worker = new Worker(new URL(file, import.meta.url), { workerData, env });
  const [result] = (await once(worker, "message")) as [Result];
  await worker.terminate();
  return result;
}

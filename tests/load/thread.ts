import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Runs a file as a worker thread and returns the one message that the thread posts. */
export async function runThread<Result>(
  file: URL,
  workerData: unknown,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result> {
  const worker = new Worker(file, { workerData, env });
  const [result] = (await once(worker, "message")) as [Result];
  await worker.terminate();
  return result;
}

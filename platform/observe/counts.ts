import { Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { Contract } from "#contract/endpoint.ts";
import { RequestRefused } from "../http/refuse.ts";

/* Metrics for Prometheus. They contain only numbers and durations, never personal data. */

export const counted = new Registry();

const registers = [counted];

interface Count<Value extends string = never> {
  add(...value: [Value] extends [never] ? [] : [value: Value]): void;
  allow(values: readonly Value[]): void;
}

/** The possible values of each label. Other values, for example text that a visitor entered, count as "other". */
type Label<Value extends string> = Readonly<Record<string, readonly Value[]>>;

const OTHER = "other";

export function defineCount(name: string, help: string): Count;
export function defineCount<const Value extends string>(
  name: string,
  help: string,
  label: Label<Value>,
): Count<Value>;
export function defineCount(name: string, help: string, label: Label<string> = {}): Count<string> {
  const labelNames = Object.keys(label);
  const counter = new Counter({ name, help, labelNames, registers });
  const [labelName] = labelNames;
  if (labelName === undefined) return { allow: () => {}, add: () => counter.inc() };
  const existing = new Set<string>();
  const allow = (values: readonly string[]) => {
    for (const value of values) counter.inc({ [labelName]: value }, 0);
    for (const value of values) existing.add(value);
  };
  allow(label[labelName] ?? []);
  return { allow, add: (value: string) => counter.inc({ [labelName]: existing.has(value) ? value : OTHER }) };
}

export function defineSum(name: string, help: string) {
  const sum = new Counter({ name, help, registers });
  return { add: (count: number) => sum.inc(count) };
}

/** A number that can rise and fall. It is not reported while it is undefined. */
export function defineLevel(name: string, help: string) {
  const level = new Gauge({ name, help, registers });
  level.remove();
  return {
    set: (value: number | undefined) => (value === undefined ? level.remove() : level.set(value)),
    add: (change: number) => level.inc(change),
  };
}

/** `buckets` are in seconds. */
export function defineTimer<const Name extends string>(
  name: string,
  help: string,
  labelNames: readonly Name[],
  buckets: readonly number[],
) {
  const seconds = new Histogram<string>({ name, help, labelNames, buckets: [...buckets], registers });
  return {
    /** `getLabels` receives the error of `callback`, or undefined after a success. */
    async time<T>(
      callback: () => Promise<T>,
      getLabels: (cause: unknown) => Record<Name, string>,
    ): Promise<T> {
      const began = performance.now();
      const end = (cause?: unknown) => seconds.observe(getLabels(cause), (performance.now() - began) / 1000);
      try {
        const result = await callback();
        end();
        return result;
      } catch (cause) {
        end(cause ?? new Error("Without a reason."));
        throw cause;
      }
    },
  };
}

/** Counts a handler's outcomes: the code of a refusal, "failed" for a bug, or the result of `getSuccess`. */
export function defineOutcomeCount<const Success extends string>(
  name: string,
  help: string,
  { refusals }: Pick<Contract, "refusals">,
  successes: readonly [Success, ...Success[]],
) {
  const count = defineCount<string>(name, help, {
    outcome: [...successes, ...Object.keys(refusals), "failed"],
  });
  const [defaultSuccess] = successes;
  return <In extends unknown[], Out>(
    handle: (...input: In) => Promise<Out>,
    getSuccess: (result: Exclude<Out, RequestRefused>) => Success = () => defaultSuccess,
  ) =>
    async (...input: In): Promise<Out> => {
      try {
        const result = await handle(...input);
        count.add(
          result instanceof RequestRefused ? result.code : getSuccess(result as Exclude<Out, RequestRefused>),
        );
        return result;
      } catch (cause) {
        count.add("failed");
        throw cause;
      }
    };
}

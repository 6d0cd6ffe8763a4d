import { define, type Described, type Sample } from "./counts.ts";

interface Timed {
  labels: Readonly<Record<string, string>>;
  seconds: number;
  /** How many took no longer than each of the bounds; the last is all of them. */
  within: number[];
}

/** How long something takes; its labels may only have values that the code names. `bounds` are in seconds. */
export function defineTimer<const Name extends string>(
  described: Described,
  _labels: readonly Name[],
  bounds: readonly number[],
) {
  const all = new Map<string, Timed>();
  const edges = [...bounds, Infinity];
  const observe = (labels: Record<Name, string>, seconds: number) => {
    const key = Object.values(labels).join("\n");
    const timed = all.get(key) ?? { labels, seconds: 0, within: edges.map(() => 0) };
    all.set(key, timed);
    timed.seconds += seconds;
    edges.forEach((edge, index) => seconds <= edge && timed.within[index]!++);
  };
  define({
    ...described,
    type: "histogram",
    read: () => [...all.values()].flatMap((timed) => toHistogram(described.name, edges, timed)),
  });
  return {
    /** Times the work, and by `getLabels` how it ended: `cause` is undefined when it ended well. */
    async time<T>(work: () => Promise<T>, getLabels: (cause: unknown) => Record<Name, string>): Promise<T> {
      const began = performance.now();
      const end = (cause?: unknown) => observe(getLabels(cause), (performance.now() - began) / 1000);
      try {
        const result = await work();
        end();
        return result;
      } catch (cause) {
        end(cause ?? new Error("Without a reason."));
        throw cause;
      }
    },
  };
}

const toHistogram = (name: string, edges: readonly number[], timed: Timed): Sample[] => [
  ...edges.map((edge, index) => ({
    metricName: `${name}_bucket`,
    labels: { ...timed.labels, le: edge === Infinity ? "+Inf" : edge },
    value: timed.within[index] ?? 0,
  })),
  { metricName: `${name}_sum`, labels: timed.labels, value: timed.seconds },
  { metricName: `${name}_count`, labels: timed.labels, value: timed.within.at(-1) ?? 0 },
];

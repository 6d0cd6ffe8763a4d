/*
 * What any part of this process counts of itself, for Prometheus: never who, only how often and how long. Plain numbers that
 * are read when someone asks: the library's own counter takes as long as serving a page from memory.
 */

export interface Described {
  /** As Prometheus names it: `shop_mails_total`. */
  name: string;
  help: string;
}

export interface Sample {
  labels: Readonly<Record<string, string | number>>;
  value: number;
  /** Where it is not the name of the whole: `…_bucket`. */
  metricName?: string;
}

/** One of the things that are counted, as it stands. */
export interface Counted extends Described {
  type: "counter" | "gauge" | "histogram";
  read(): Sample[];
}

const defined: Counted[] = [];

/** For a kind of its own. */
export const define = (counted: Counted): void => void defined.push(counted);

/** All that the modules which are loaded have defined. */
export const listCounted = (): readonly Counted[] => defined;

export interface Count<Value extends string = never> {
  add(...value: [Value] extends [never] ? [] : [value: Value]): void;
  /** Adds values that there can be too, from 0. */
  allow(values: readonly Value[]): void;
}

/** What a count is told apart by: every value there can be, so that each begins at 0 and no one can add another. */
type Label<Value extends string> = Readonly<Record<string, readonly Value[]>>;

const OTHER = "other";

/** A number that only grows. */
export function defineCount(described: Described): Count;
export function defineCount<const Value extends string>(
  described: Described,
  label: Label<Value>,
): Count<Value>;
export function defineCount(described: Described, label?: Label<string>): Count<string> {
  return label ? defineLabelledCount(described, label) : definePlainCount(described);
}

function definePlainCount(described: Described): Count<string> {
  let times = 0;
  define({ ...described, type: "counter", read: () => [{ labels: {}, value: times }] });
  return { allow: () => {}, add: () => void times++ };
}

function defineLabelledCount(described: Described, label: Label<string>): Count<string> {
  const [[name, values] = ["", []]] = Object.entries(label);
  const totals = new Map(values.map((value) => [value, 0]));
  const toSample = ([value, times]: [string, number]): Sample => ({
    labels: { [name]: value },
    value: times,
  });
  define({ ...described, type: "counter", read: () => [...totals].map(toSample) });
  return {
    allow: (more) => more.forEach((value) => totals.has(value) || totals.set(value, 0)),
    add(value: string) {
      const known = totals.has(value) ? value : OTHER;
      totals.set(known, (totals.get(known) ?? 0) + 1);
    },
  };
}

/** A sum that only grows: seconds, bytes. */
export function defineSum(described: Described) {
  let sum = 0;
  define({ ...described, type: "counter", read: () => [{ labels: {}, value: sum }] });
  return { add: (more: number) => void (sum += more) };
}

/** A number that rises and falls; undefined is not reported at all. */
export function defineLevel(described: Described) {
  let level: number | undefined;
  const read = () => (level === undefined ? [] : [{ labels: {}, value: level }]);
  define({ ...described, type: "gauge", read });
  return {
    set: (value: number | undefined) => void (level = value),
    add: (more: number) => void (level = (level ?? 0) + more),
  };
}

import type { Engine } from "#platform/database/database.ts";
import type { Postgres } from "../support/postgres.ts";

/** A failure, an attack or a benchmark, with the checks of its results. `npm run chaos -- kill` runs one. */
export interface Scenario {
  name: string;
  summary: string;
  /** The number of the threat in docs/developers/security.md that the scenario tests, if it tests one. */
  threat?: string;
  engines: readonly Engine[];
  /** True if `npm test -- all` runs a short version of the scenario. */
  inShortForm?: boolean;
  /** True if the scenario takes so long that it only runs if the command line names it. */
  onlyByName?: boolean;
  run(run: ScenarioRun): Promise<Outcome>;
}

export interface ScenarioRun {
  engine: Engine;
  hasTwoEngines: boolean;
  isShort: boolean;
  /** Null for the embedded engine. A scenario that crashes the server must start it again. */
  postgres: Postgres | null;
  say(line: string): void;
}

export type Outcome = Figure[] | { skipped: string };

/** A measured number with its limits. A figure without limits is only printed. */
export interface Figure {
  what: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  isTimed?: true;
  /** Lines that are printed below the figure if it is outside its limits. */
  details?: readonly string[];
}

export const isMissed = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  !(value <= atMost && value >= atLeast);

/** True if the figure depends on the speed of the machine. */
export const isTimed = (figure: Figure): boolean => figure.unit === "ms" || figure.isTimed === true;

/** True if the figure has a limit that applies. Time limits do not apply in a short run or on a busy machine. */
export const isJudged = (figure: Figure, judgesTimes: boolean): boolean =>
  (figure.atMost !== undefined || figure.atLeast !== undefined) && (judgesTimes || !isTimed(figure));

export const toNoneFigure = (what: string, found: readonly string[]): Figure => ({
  what,
  value: found.length,
  atMost: 0,
  details: found,
});

/** Counts the calls without a response. Sets `isTimed`, because calls may time out on a busy machine. */
export const toNoAnswerFigure = (what: string, statuses: readonly number[]): Figure => ({
  what,
  value: statuses.filter((status) => status === 0).length,
  atMost: 0,
  isTimed: true,
});

export const toTimeFigure = (what: string, ms: number, limitMs: number): Figure => ({
  what,
  value: Math.round(ms),
  unit: "ms",
  atMost: limitMs,
});

/** Merges the figures of several rounds. A figure with a limit gets the worst value, one without a limit the sum. */
export function pickWorst(figures: readonly Figure[]): Figure[] {
  const kinds = Map.groupBy(figures, ({ what }) => what);
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    if (first.atMost === undefined && first.atLeast === undefined)
      return [{ ...first, value: others.reduce((sum, { value }) => sum + value, first.value) }];
    const worst = others.reduce((one, other) => (isWorse(other, one) ? other : one), first);
    const details = [first, ...others].flatMap((each) => each.details ?? []);
    return [details.length > 0 ? { ...worst, details } : worst];
  });
}

const isWorse = (one: Figure, other: Figure) =>
  one.atLeast === undefined ? one.value > other.value : one.value < other.value;

export const calculatePercentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
};

export const getMedian = (values: readonly number[]): number => calculatePercentile(values, 0.5);

import type { Engine } from "#platform/database/database.ts";
import type { Postgres } from "../support/postgres.ts";

/** One kind of trouble, and what must stay true in it. It can be run alone: `npm run chaos -- kill`. */
export interface Scenario {
  name: string;
  /** The scenario in one line. */
  summary: string;
  /** The number of the threat in docs/developers/security.md that it tests. Benchmarks have no number. */
  threat?: string;
  engines: readonly Engine[];
  /** True if `npm test -- all` runs its short form. */
  inShortForm: boolean;
  /** True if it takes so long that a run of all scenarios leaves it out. */
  onlyByName?: boolean;
  run(run: ScenarioRun): Promise<Outcome>;
}

/** The surroundings of a scenario. */
export interface ScenarioRun {
  engine: Engine;
  isShort: boolean;
  /** The database server of the engine `server`. A scenario may crash it, and must bring it back. */
  postgres: Postgres | null;
  /** Prints a line of progress. */
  say(line: string): void;
}

export type Outcome = Figure[] | { skipped: string };

/** A number with its limits. Without limits it is only printed. */
export interface Figure {
  what: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  /** True if the machine's speed decides it, as milliseconds do. */
  isTimed?: true;
  /** Printed below a figure that is missed. */
  details?: readonly string[];
}

export const isMissed = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  !(value <= atMost && value >= atLeast);

/** True if the machine's speed decides the figure. */
export const isTimed = (figure: Figure): boolean => figure.unit === "ms" || figure.isTimed === true;

/** True if the figure has a limit that counts. Times do not count in a short run, or beside much other work. */
export const isJudged = (figure: Figure, judgesTimes: boolean): boolean =>
  (figure.atMost !== undefined || figure.atLeast !== undefined) && (judgesTimes || !isTimed(figure));

export const toNoneFigure = (what: string, found: readonly string[]): Figure => ({
  what,
  value: found.length,
  atMost: 0,
  details: found,
});

/** Counts the calls without an answer: on a busy machine some wait longer than a caller does. */
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

/** Merges the figures of several rounds: each kind once, with its worst value. Figures without limits are added up. */
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

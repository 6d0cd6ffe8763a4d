import type { Engine } from "#platform/database/database.ts";
import type { Postgres } from "../support/postgres.ts";

/** One kind of trouble and what must stay true in it. Each can be run alone: `npm run chaos -- kill`. */
export interface Scenario {
  name: string;
  /** The scenario in one line. */
  summary: string;
  /** The threat it proves, by its number in docs/security.md; a benchmark proves none. */
  threat?: string;
  engines: readonly Engine[];
  /** Also part of `npm test`, in its short form. */
  inShortForm: boolean;
  /** Takes so long that a run of all leaves it out. */
  onlyByName?: boolean;
  run(run: ScenarioRun): Promise<Outcome>;
}

/** The surroundings of a scenario. */
export interface ScenarioRun {
  engine: Engine;
  isShort: boolean;
  /** The server of the engine `server`, which a scenario may crash as long as it brings it back. */
  postgres: Postgres | null;
  /** Reports how far it has come. */
  say(line: string): void;
}

export type Outcome = Figure[] | { skipped: string };

/** A number, and what it may be at most or must be at least; with neither it is only printed. */
export interface Figure {
  what: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  /** True if the machine's speed decides it, as milliseconds do. The short form only prints it. */
  isTimed?: true;
  /** The details behind a figure that is missed. */
  details?: readonly string[];
}

export const isMissed = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  !(value <= atMost && value >= atLeast);

export const toNoneFigure = (what: string, found: readonly string[]): Figure => ({
  what,
  value: found.length,
  atMost: 0,
  details: found,
});

export const toTimeFigure = (what: string, ms: number, limitMs: number): Figure => ({
  what,
  value: Math.round(ms),
  unit: "ms",
  atMost: limitMs,
});

/** Figures of several rounds as one list: each kind once, with its worst value; what is only printed is added up. */
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

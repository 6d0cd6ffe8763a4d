import type pg from "pg";
import type { ReturnedData } from "#contract/command-data.ts";
import type { checkResult, Risk } from "#contract/operator-results.ts";
import type { Context } from "../context.ts";
import type { Db } from "../database/database.ts";
import type { Finding } from "./finding.ts";

/** A check of the shop's condition. `needs` is the name of its input. */
export type Check = { [Need in keyof CheckInput]: CheckOf<Need> }[keyof CheckInput];

interface CheckOf<Need extends keyof CheckInput> {
  name: string;
  needs: Need;
  /** The risk of findings without a `risk`. */
  risk: Risk;
  beforeOpening?: true;
  /** Returns the problems found. If it returns an empty list, the text passed to `note` is shown. */
  check(value: CheckInput[Need], note: Note): Promise<readonly Finding[]>;
}

export interface Checked {
  name: string;
  note: string;
  findings: readonly (Finding & { risk: Risk })[];
}

export async function runCheck(
  { name, risk }: Pick<Check, "name" | "risk">,
  run: (note: Note) => Promise<readonly Finding[]>,
): Promise<Checked> {
  let lastNote = "";
  const findings = await run((note) => (lastNote = note));
  return { name, note: lastNote, findings: findings.map((each) => ({ risk, ...each })) };
}

/** Returns the result of a command that ran checks. A subject passes if none of its checks found a problem. */
export function toCheckData(checked: readonly Checked[]): ReturnedData<typeof checkResult> {
  const bySubject = [...Map.groupBy(checked, ({ name }) => name)];
  return {
    problems: checked.flatMap(({ name, findings }) => findings.map((each) => ({ ...each, subject: name }))),
    passed: bySubject.flatMap(([name, checks]) =>
      checks.some(({ findings }) => findings.length > 0)
        ? []
        : [{ name, note: checks.findLast(({ note }) => note !== "")?.note ?? "" }],
    ),
  };
}

export type Note = (note: string) => void;

export interface CheckInput {
  settings: Pick<Context, "config" | "now">;
  /** The input for checks of this machine: its memory and user, and the shop's files and folders. */
  machine: Pick<Context, "config" | "now">;
  /** The input for checks that contact a service, such as the mail server, the payment provider or the proxy. */
  outside: Pick<Context, "config" | "now">;
  /** The catalogue folder, from which a new shop is filled. An open shop no longer uses it. */
  folder: Pick<Context, "config" | "now">;
  /** A reachable database, which may not have tables yet. */
  database: Pick<Context, "config" | "now" | "engine"> & {
    db: Pick<Db, "execute"> & { $client: Pick<pg.ClientBase, "query"> };
  };
  shop: Context;
}

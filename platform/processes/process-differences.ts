import type { Finding } from "../checks/finding.ts";
import { ELSEWHERE, type ProcessFacts } from "./process-facts.ts";

/** A process as the others see it. */
export interface ShopProcess {
  facts: ProcessFacts;
  /** What scrypt made of its secret. */
  secret: string;
  /** The same of SHOP_SECRET_PREVIOUS. */
  previousSecret: string | null;
}

/** Whether what the other one seals is opened by this one. */
const opens = (one: ShopProcess, other: ShopProcess) =>
  other.secret === one.secret || other.secret === one.previousSecret;

/** Why a process may not open beside this one that is open; null where it may. */
export function explainConflict(starting: ShopProcess, open: ShopProcess): string | null {
  const { name } = open.facts;
  if (!opens(starting, open)) {
    return (
      `SHOP_SECRET is not the one of ${name}, which is open on the same database: codes and links that one of them ` +
      "gives out would be wrong at the other. Write the same SHOP_SECRET for every process (without it each DATA_DIR " +
      "has one of its own). While it is being changed, write the former as SHOP_SECRET_PREVIOUS."
    );
  }
  if (starting.facts.payments !== open.facts.payments) {
    return (
      `This process would take ${starting.facts.payments}, and ${name}, which is open on the same database, takes ` +
      `${open.facts.payments}: orders would be paid in two kinds of money. Set TEST_PAYMENTS and RAZORPAY_KEY_ID alike, ` +
      "or close all processes before the first one opens with the new settings."
    );
  }
  return null;
}

/** In what the processes that are open differ, though they may. During an upgrade that passes. */
export function findDifferences(self: ShopProcess, others: readonly ShopProcess[]): Finding[] {
  const all = [self, ...others];
  const behind = others.filter((other) => !opens(other, self)).map(({ facts }) => facts.name);
  const findings = [...new Set(all.flatMap(({ facts }) => Object.keys(facts.settings)))].flatMap((about) => {
    const byValue = Map.groupBy(all, ({ facts }) => facts.settings[about] ?? "not known");
    byValue.delete(ELSEWHERE);
    if (byValue.size <= 1) return [];
    const said = [...byValue].map(
      ([value, those]) => `${value} at ${those.map(({ facts }) => facts.name).join(", ")}`,
    );
    return [{ about, what: `the open processes differ: ${said.join("; ")}`, remedy: getRemedy(about) }];
  });
  if (behind.length === 0) return findings;
  const secret = {
    about: "SHOP_SECRET",
    what: `codes and links that are given out here are not known yet at ${behind.join(", ")}`,
    remedy: "Restart each with the new SHOP_SECRET and the former as SHOP_SECRET_PREVIOUS",
  };
  return [secret, ...findings];
}

function getRemedy(about: string): string {
  if (about === "version") return "Finish the upgrade: restart those with the older build";
  if (about === "CATALOGUE_DIR") return "Give every process the same files, then: products import";
  return `Write the same ${about} for every process, and restart those that differ`;
}

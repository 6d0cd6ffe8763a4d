import type { Rules } from "./rules.ts";

export const weekdays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** Returns `Monday to Friday` for three or more consecutive days. Lists other days one by one. */
export function formatWorkdays({ workdays }: Pick<Rules, "workdays">): string {
  // People expect the week to begin on Monday.
  const names = [...weekdays.slice(1), weekdays[0]].filter((day) => workdays.includes(weekdays.indexOf(day)));
  const [first = "", last = ""] = [names[0], names.at(-1)];
  const follows = weekdays.slice(1).concat(weekdays[0]).join(" ").includes(names.join(" "));
  if (names.length > 2 && follows) return `${first} to ${last}`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : first;
}

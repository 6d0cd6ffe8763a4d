import { useState } from "react";
import { formatDateTime, formatTime } from "#contract/dates.ts";
import { backupList, checkResult } from "#contract/operator-results.ts";
import { capitalise, formatCount, joinTexts } from "#contract/text.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { ScreenFrame, Small, ViewState } from "../screen-parts.tsx";
import { useCommand, useView } from "../use-view.ts";
import { Backups } from "./backups.tsx";
import { groupProblems, isForTechnician, ProblemSections } from "./health-problems.tsx";
import { useMails, WaitingMails } from "./waiting-mails.tsx";

export default function HealthScreen() {
  const checks = useChecks();
  const { problems, passed, isDone, isWide, isFetching, isLoading, error, checkedAt, services } = checks;
  const hasBackups = useCommand("backup list") !== undefined;
  return (
    <ScreenFrame
      title="Health"
      lead={
        <span role="status">
          <Summary {...checks} hasBackups={hasBackups} />
          {isDone && !isFetching && (
            <Small>
              Checked at {formatTime(checkedAt)}, {isWide ? "with" : "except"} {services}
            </Small>
          )}
        </span>
      }
      actions={
        <Button variant="secondary" busy={isFetching} onClick={checks.checkAll}>
          Check everything
        </Button>
      }
    >
      <div className="stack gap-8" aria-busy={isFetching}>
        <ViewState error={error} isLoading={isLoading} />
        {isDone && problems.length === 0 && <p>All is well{isWide ? "" : " in the shop itself"}.</p>}
        <ProblemSections problems={problems} />
        <WaitingMails />
        {hasBackups && <Backups isProblem={problems.some(({ about }) => about === "backup")} />}
        {passed.length > 0 && (
          <Disclosure summary={`${formatCount(passed.length, "check")} passed`}>
            <ul className="plain">
              {passed.map(({ name, note }) => (
                <li key={name}>{capitalise(joinTexts(": ", name, note))}</li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </ScreenFrame>
  );
}

/**
 * Runs the checks of the shop itself. `checkAll` also runs those that contact the mail server and the payment provider
 * and, for an owner, those of the shop's machine.
 */
function useChecks() {
  const [isWide, setWide] = useState(false);
  const withMachine = useCommand("check")?.options["before-opening"] !== undefined;
  const shop = useView({ ...checkResult, options: { offline: "on" } }, { readAfter: "asked" });
  const wide = useView(
    { ...checkResult, options: withMachine ? { "before-opening": "on" } : {} },
    { readAfter: "asked", enabled: isWide },
  );
  const results = [shop.data, isWide ? wide.data : undefined].filter((data) => data !== undefined);
  // Merges the problems, because both checks report wrong settings.
  const problems = [
    ...new Map(
      results.flatMap((data) => data.problems.map((each) => [`${each.about} ${each.what}`, each])),
    ).values(),
  ];
  const passed = results.flatMap((data) => data.passed);
  const failed = new Set(problems.map(({ subject }) => subject));
  return {
    isWide: isWide && wide.isSuccess,
    /** The services that only `checkAll` contacts. */
    services: withMachine ? "e-mail, payments and the machine" : "e-mail and payments",
    isDone: shop.data !== undefined,
    problems,
    passed: [
      ...new Map(passed.filter(({ name }) => !failed.has(name)).map((each) => [each.name, each])).values(),
    ],
    error: shop.error ?? (isWide ? wide.error : null),
    isLoading: shop.isLoading,
    isFetching: shop.isFetching || (isWide && wide.isFetching),
    checkedAt: new Date(Math.max(shop.dataUpdatedAt, wide.dataUpdatedAt)),
    checkAll() {
      void shop.refetch();
      if (isWide) void wide.refetch();
      setWide(true);
    },
  };
}

type SummaryProps = Pick<ReturnType<typeof useChecks>, "problems" | "isDone" | "error"> & {
  hasBackups: boolean;
};

function Summary({ problems, isDone, error, hasBackups }: SummaryProps) {
  const { data: backups } = useView(backupList, { enabled: hasBackups });
  const { data: mails } = useMails();
  if (!isDone && error) return "The check failed, so problems may be missing here.";
  if (!isDone || !mails) return "Checking stock, orders, invoices and pictures.";
  const technicians = problems.filter(isForTechnician).length;
  const own = groupProblems(problems.filter((problem) => !isForTechnician(problem))).length;
  const facts = [
    own === 0 ? "Nothing to solve here" : `${formatCount(own, "problem")} to solve here`,
    ...(technicians > 0 ? [`${technicians} for your technician`] : []),
    ...(mails.length > 0 ? [`${formatCount(mails.length, "e-mail")} not sent`] : []),
    ...(backups?.last ? [`last backup ${formatDateTime(backups.last)}`] : []),
  ];
  return facts.join(", ");
}

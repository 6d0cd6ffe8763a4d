import { formatDateTime } from "#contract/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Task } from "../../calls.ts";
import { ResultView } from "../result-view.tsx";
import { CommandPhrase, getRetryHref } from "../command-phrase.tsx";
import { listProductIds, ProductTitles } from "../product-titles.tsx";
import { Acts, Entries, Entry, ListState, ScreenFrame, ScreenLink, Small } from "../screen-parts.tsx";
import { useTasks } from "../use-view.ts";

export default function TasksScreen() {
  const { data: tasks, error, isLoading } = useTasks();
  return (
    <ScreenFrame
      title="Tasks"
      lead={
        <>
          Long tasks continue when you close the tab. For earlier ones, see{" "}
          <ScreenLink href="/settings/record">Who did what</ScreenLink>.
        </>
      }
    >
      <ListState
        count={tasks?.length}
        empty="No tasks since the desk was opened."
        {...{ error, isLoading }}
      />
      <ProductTitles ids={(tasks ?? []).flatMap(({ entered }) => listProductIds(entered))}>
        <Entries>
          {tasks?.map((task) => (
            <TaskLine key={task.task} {...task} />
          ))}
        </Entries>
      </ProductTitles>
    </ScreenFrame>
  );
}

function TaskLine({ task, command, entered, startedAt, progress, reply }: Task) {
  const isDone = reply?.outcome === "done";
  return (
    <Entry
      head={
        <>
          <strong>
            <CommandPhrase {...{ command, entered }} as="title" />
          </strong>
          <Badge tone={reply === null ? "waiting" : isDone ? "success" : "danger"}>
            {reply === null ? "In progress" : isDone ? "Done" : "Not done"}
          </Badge>
          <Small>{formatDateTime(startedAt)}</Small>
        </>
      }
    >
      {reply === null && progress && (
        <p>
          {progress.progress}
          {progress.of !== undefined && `: ${progress.done ?? 0} of ${progress.of}`}
        </p>
      )}
      {reply && <ResultView done={{ ...reply, task }} />}
      {reply && !isDone && (
        <Acts>
          <ButtonLink variant="secondary" href={getRetryHref(command, entered)}>
            Try again
          </ButtonLink>
        </Acts>
      )}
    </Entry>
  );
}

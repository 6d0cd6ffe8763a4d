import { formatDateTime } from "#contract/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Task } from "../../calls.ts";
import { toScreenReply } from "../labels.ts";
import { ResultView } from "../result-view.tsx";
import { CommandPhrase, getRetryHref } from "../command-phrase.tsx";
import { listProductIds, ProductTitles } from "../product-titles.tsx";
import { Acts, Entries, Entry, ListState, ScreenFrame, Small } from "../screen-parts.tsx";
import { useTasks } from "../use-view.ts";

export default function TasksScreen() {
  const { data: tasks, error, isLoading } = useTasks();
  return (
    <ScreenFrame
      title="Tasks"
      lead="What you did at this desk since it was opened. Long tasks continue when you close the tab. Older tasks are in Settings, under “Who did what”."
    >
      <ListState count={tasks?.length} empty="You have not done anything yet." {...{ error, isLoading }} />
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
  return (
    <Entry
      head={
        <>
          <strong>
            {reply === null ? (
              <CommandPhrase {...{ command, entered }} as="title" />
            ) : reply.outcome === "done" ? (
              <>
                You <CommandPhrase {...{ command, entered }} as="past" />
              </>
            ) : (
              <>
                You tried to <CommandPhrase {...{ command, entered }} />
              </>
            )}
          </strong>
          <Small>{formatDateTime(startedAt)}</Small>
          {reply === null && <Badge tone="waiting">In progress</Badge>}
          {reply?.outcome === "done" && <Badge tone="success">Done</Badge>}
          {reply && reply.outcome !== "done" && <Badge tone="danger">Not done</Badge>}
        </>
      }
    >
      {reply === null && progress && (
        <p>
          {progress.progress}
          {progress.of !== undefined && `: ${progress.done ?? 0} of ${progress.of}`}
        </p>
      )}
      {reply && <ResultView done={{ ...toScreenReply(reply, command.split(" ")[0] ?? ""), task }} />}
      {reply && reply.outcome !== "done" && (
        <Acts>
          <ButtonLink variant="secondary" href={getRetryHref(command, entered)}>
            Try again
          </ButtonLink>
        </Acts>
      )}
    </Entry>
  );
}

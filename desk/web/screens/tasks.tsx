import { formatDateTime } from "#contract/dates.ts";
import { Badge } from "#ui/badge.tsx";
import type { Task } from "../../calls.ts";
import { ResultView } from "../result-view.tsx";
import { Entries, Entry, ScreenFrame, Small, ViewState } from "../screen-parts.tsx";
import { useTasks } from "../use-view.ts";

export default function TasksScreen() {
  const { data: tasks, error, isLoading } = useTasks();
  return (
    <ScreenFrame
      title="Tasks"
      lead="Everything done at this desk since it was opened. Long tasks continue when you close the tab. For older tasks see Settings, Who did what."
    >
      <ViewState error={error} isLoading={isLoading} />
      {tasks?.length === 0 && <p>Nothing yet.</p>}
      <Entries>
        {tasks?.map((task) => (
          <TaskLine key={task.task} {...task} />
        ))}
      </Entries>
    </ScreenFrame>
  );
}

function TaskLine({ task, line, startedAt, progress, reply }: Task) {
  return (
    <Entry
      head={
        <>
          <strong>{line}</strong>
          <Small>{formatDateTime(startedAt)}</Small>
          {reply === null ? <Badge tone="waiting">Being done</Badge> : <Outcome outcome={reply.outcome} />}
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
    </Entry>
  );
}

const Outcome = ({ outcome }: { outcome: NonNullable<Task["reply"]>["outcome"] }) =>
  outcome === "done" ? <Badge tone="success">Done</Badge> : <Badge tone="danger">Not done</Badge>;

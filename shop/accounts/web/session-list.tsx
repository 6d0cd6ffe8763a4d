import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "#contract/dates.ts";
import { call } from "#client/api.ts";
import { useTask } from "#client/use-task.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { activities, type ActivityFacts } from "../activity.ts";
import { endAllSessions, endSession, listSessions, readActivity } from "../endpoints.ts";
import type { SessionFacts } from "../profile.ts";
import { logOutNow } from "./session.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./session-list.module.css";

const KEY = ["sessions"] as const;
const ACTIVITY = ["activity"] as const;

export function useRefetchSessions(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [KEY, ACTIVITY]) void client.invalidateQueries({ queryKey });
  };
}

export function SessionList() {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(listSessions, {}, signal)).sessions,
  });
  const { busy, run } = useTask();
  const end = (sessionId: string) =>
    run(sessionId, "Could not log this device out. Please try again.", async () => {
      client.setQueryData(KEY, (await call(endSession, { params: { sessionId } })).sessions);
      void client.invalidateQueries({ queryKey: ACTIVITY });
    });
  const endAll = () =>
    run(EVERYWHERE, "Could not log you out everywhere. Please try again.", async () => {
      toastSuccess((await call(endAllSessions, {})).message);
      await logOutNow();
    });
  if (list.isPending) return <SkeletonText lines={3} />;
  if (list.isError)
    return <FailureNotice onRetry={list.refetch}>We could not load your devices.</FailureNotice>;
  return (
    <>
      <ul className="stack">
        {list.data.map((session) => (
          <li key={session._id} className={styles.session}>
            <Facts session={session} />
            {!session.current && (
              <Button variant="secondary" busy={busy === session._id} onClick={() => void end(session._id)}>
                Log out<span className="visually-hidden"> {getName(session)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" busy={busy === EVERYWHERE} onClick={() => void endAll()}>
          Log out everywhere
        </Button>
      </div>
    </>
  );
}

const EVERYWHERE = "everywhere";

const getName = ({ device }: SessionFacts): string => device ?? "Unknown device";

const Facts = ({ session }: { session: SessionFacts }) => (
  <p className="stack">
    <span className="medium">
      {getName(session)} {session.current && <Badge tone="success">This device</Badge>}
    </span>
    <span className="fine soft">
      Logged in {formatDateTime(new Date(session.createdAt))}, last seen{" "}
      {formatDateTime(new Date(session.seenAt))}
    </span>
  </p>
);

export function ActivityList() {
  const [isWhole, setIsWhole] = useState(false);
  const list = useQuery({
    queryKey: ACTIVITY,
    queryFn: async ({ signal }) => (await call(readActivity, {}, signal)).activity,
  });
  if (list.isPending) return <SkeletonText lines={3} />;
  if (list.isError)
    return <FailureNotice onRetry={list.refetch}>We could not load your recent activity.</FailureNotice>;
  if (list.data.length === 0) return <p className="fine soft">There is no recent activity.</p>;
  const visible = isWhole ? list.data : list.data.slice(0, LATEST);
  return (
    <>
      <ul className={classNames("stack gap-2 small", styles.record)}>
        {visible.map((entry) => (
          <li key={entry._id}>
            <span>
              {getTitle(entry)}
              {entry.times > 1 && `, ${entry.times} times`}
            </span>
            <span className="fine soft">{formatDetails(entry)}</span>
          </li>
        ))}
      </ul>
      {visible.length < list.data.length && (
        <div>
          <Button variant="secondary" onClick={() => setIsWhole(true)}>
            Show all {list.data.length}
          </Button>
        </div>
      )}
    </>
  );
}

const LATEST = 3;

/** A newer server may send a kind of activity that this page does not know. */
const getTitle = ({ kind }: ActivityFacts): string =>
  Object.entries(activities).find(([each]) => each === kind)?.[1] ?? "Something else";

const formatDetails = ({ at, device, network }: ActivityFacts): string =>
  [formatDateTime(new Date(at)), device, network].filter(Boolean).join(" · ");

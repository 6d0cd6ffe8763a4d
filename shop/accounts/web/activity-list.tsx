import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "#contract/dates.ts";
import { call } from "#client/api.ts";
import { Button } from "#ui/button.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { activities, type ActivityFacts } from "../activity.ts";
import { readActivity } from "../endpoints.ts";
import styles from "./session-list.module.css";

export const ACTIVITY = ["activity"] as const;

export function ActivityList() {
  const [isWhole, setIsWhole] = useState(false);
  const list = useQuery({
    queryKey: ACTIVITY,
    queryFn: async ({ signal }) => (await call(readActivity, {}, signal)).activity,
  });
  if (list.isPending) return <SkeletonText lines={3} />;
  if (list.isError)
    return <FailureNotice onRetry={list.refetch}>We could not load your recent activity.</FailureNotice>;
  if (list.data.length === 0) return <p className={styles.seen}>There is no recent activity.</p>;
  const visible = isWhole ? list.data : list.data.slice(0, LATEST);
  return (
    <>
      <ul className={styles.record}>
        {visible.map((entry) => (
          <li key={entry._id}>
            <span>
              {getTitle(entry)}
              {entry.times > 1 && `, ${entry.times} times`}
            </span>
            <span className={styles.seen}>{formatDetails(entry)}</span>
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

/** Returns the title of an activity. A newer server may send a kind of activity that this page does not know. */
const getTitle = ({ kind }: ActivityFacts): string =>
  Object.entries(activities).find(([each]) => each === kind)?.[1] ?? "Something else";

const formatDetails = ({ at, device, network }: ActivityFacts): string =>
  [formatDateTime(new Date(at)), device, network].filter(Boolean).join(" · ");

import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "#contract/dates.ts";
import { call } from "#client/api.ts";
import { Notice } from "#ui/notice.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { activities, type ActivityFacts } from "../activity.ts";
import { readActivity } from "../endpoints.ts";
import styles from "./session-list.module.css";

/** The name under which the record is cached in this page. */
export const ACTIVITY = ["activity"] as const;

/** The record of the account, for its owner to see whether it was them. */
export function ActivityList() {
  const list = useQuery({
    queryKey: ACTIVITY,
    queryFn: async ({ signal }) => (await call(readActivity, {}, signal)).activity,
  });
  if (list.isPending) return <SkeletonText lines={3} />;
  if (list.isError) return <Notice tone="danger">{LIST_FAILED}</Notice>;
  if (list.data.length === 0) return <p className={styles.seen}>Nothing yet.</p>;
  return (
    <ul className={styles.sessions}>
      {list.data.map((entry) => (
        <li key={entry._id} className={styles.session}>
          <p className={styles.facts}>
            <span className={styles.device}>
              {getTitle(entry)}
              {entry.times > 1 && `, ${entry.times} times`}
            </span>
            <span className={styles.seen}>{formatDetails(entry)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

const LIST_FAILED = "We could not load your recent activity. Please reload the page.";

/** A newer shop may know more than this page. */
const getTitle = ({ kind }: ActivityFacts): string =>
  Object.entries(activities).find(([known]) => known === kind)?.[1] ?? "Something else";

const formatDetails = ({ at, device, network }: ActivityFacts): string =>
  [formatDateTime(new Date(at)), device, network].filter(Boolean).join(" · ");
